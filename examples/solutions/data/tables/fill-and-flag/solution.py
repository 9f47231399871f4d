"""Fill the gaps of a table, scale it, and say where the gaps were."""

import torch


def fill_and_flag(values: torch.Tensor, train: torch.Tensor) -> torch.Tensor:
    gaps = values.isnan()
    medians = values[train].nanmedian(dim=0).values
    filled = torch.where(gaps, medians, values)
    means = filled[train].mean(dim=0)
    deviations = filled[train].std(dim=0)
    return torch.cat([(filled - means) / deviations, gaps.float()], dim=1)
