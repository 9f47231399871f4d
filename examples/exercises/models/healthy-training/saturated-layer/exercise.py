"""Find the layer that saturates."""

import torch
from torch import nn


def most_saturated(model: nn.Module, inputs: torch.Tensor) -> tuple[str, float]:
    """The name of the nn.Tanh with most outputs beyond ±0.97, and their share.

    Run the model once on the inputs. Afterwards the model has no hooks, and no
    parameter has a gradient.
    """
