"""The loop as it was."""

# hint: the number of rows of the example is frozen in it
import torch


def decay(x: torch.Tensor) -> torch.Tensor:
    total = torch.zeros_like(x[0])
    for row in range(x.shape[0]):
        total = total / 2 + x[row]
    return total
