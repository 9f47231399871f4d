"""Gets the shape right by reshaping instead of transposing."""

# hint: reshape does not swap axes
import torch


def distances(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return ((a[None] - b[:, None]) ** 2).sum(dim=2).sqrt().reshape(len(a), len(b))
