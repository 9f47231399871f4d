"""Load what fits into a model whose last layer has changed."""

import torch
from torch import nn


def load_matching(model: nn.Module, state: dict[str, torch.Tensor]) -> list[str]:
    """Copy each saved tensor that fits into the model.

    Return the names in the model that were not filled, sorted. A saved tensor fits if
    the model has a tensor of the same name and the same shape in its state_dict.
    Whatever else is in state is ignored, and state itself stays as it is.
    """
