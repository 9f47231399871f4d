"""Store each row of a weight as int8 with a scale of its own."""

import torch


def quantize_rows(weight: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return integers and scales: integers * scales.unsqueeze(1) is close to weight.

    weight is float32 of shape (outputs, inputs), and no row is all zeros. The scale of
    a row is its largest absolute value divided by 127; scales is float32 of shape
    (outputs,). integers is int8 of the shape of weight, each the nearest whole number
    of steps.
    """
