"""Ones below a diagonal that the past moves to the right."""

import torch


def causal_mask(new: int, past: int) -> torch.Tensor:
    return torch.ones(new, past + new, dtype=torch.bool).tril(past)
