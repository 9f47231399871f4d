"""Replace the padding by 0, so that it adds nothing.

Then divide by the number of real values.
"""

import torch


def masked_mean(values: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
    real = torch.arange(values.shape[1]) < lengths[:, None]
    return torch.where(real, values, 0.0).sum(dim=1) / lengths
