"""The weighted mean of the positions says how far to roll."""

import torch


def centred(ink: torch.Tensor) -> torch.Tensor:
    positions = torch.arange(28.0)
    row = (ink.sum(dim=1) * positions).sum() / ink.sum()
    column = (ink.sum(dim=0) * positions).sum() / ink.sum()
    down, right = round(14 - row.item()), round(14 - column.item())
    return ink.roll((down, right), dims=(0, 1))
