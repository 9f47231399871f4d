"""Divides small inputs as well."""

# hint: nothing is above 1 here, so x stays as it is
import torch


def limit(x: torch.Tensor) -> torch.Tensor:
    return x / x.abs().max()
