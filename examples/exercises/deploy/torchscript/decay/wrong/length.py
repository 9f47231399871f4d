"""Right, but len() gives the trace a number."""

# hint: the number of rows of the example is frozen in it
import torch


def decay(x: torch.Tensor) -> torch.Tensor:
    halvings = torch.arange(len(x), device=x.device).flip(0)
    return (0.5 ** halvings.unsqueeze(1) * x).sum(dim=0)
