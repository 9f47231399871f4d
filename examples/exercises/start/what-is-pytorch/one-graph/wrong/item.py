"""Takes the value out of the tensor and decides in Python after all."""

# hint: a Python decision about a value
import torch


def limit(x: torch.Tensor) -> torch.Tensor:
    return x / max(1.0, x.abs().max().item())
