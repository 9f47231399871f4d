"""Padded rows cost time, but no new graph; their answers are cut off."""

from collections.abc import Callable

import torch
from torch import nn


def answer(
    model: Callable[[torch.Tensor], torch.Tensor],
    rows: torch.Tensor,
    sizes: list[int],
) -> torch.Tensor:
    size = next(size for size in sizes if size >= len(rows))
    padded = nn.functional.pad(rows, (0, 0, 0, size - len(rows)))
    return model(padded)[: len(rows)]
