"""lr * |gradient| = limit * |weight|, solved for each matrix.

The smallest lr suits all of them.
"""

import torch
from torch import nn


def largest_lr(model: nn.Module, loss: torch.Tensor, limit: float = 1e-3) -> float:
    model.zero_grad()
    loss.backward()
    matrices = [parameter for parameter in model.parameters() if parameter.ndim == 2]
    rates = [limit * matrix.detach().norm() / matrix.grad.norm() for matrix in matrices]
    return min(rates).item()
