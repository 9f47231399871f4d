"""Loops over the rows, so the program knows one number of them."""

# hint: the shape of the example ended up in your code
import torch


def limit(x: torch.Tensor) -> torch.Tensor:
    largest = torch.ones(())
    for row in range(x.shape[0]):
        largest = torch.maximum(largest, x[row].abs().max())
    return x / largest
