"""Divides always."""

# hint: nothing above 1 here, so x should come back as it is
import torch


def limit(x: torch.Tensor) -> torch.Tensor:
    return x / x.abs().max()
