"""Make the two random parts of a training run repeatable."""

import torch
from torch import nn
from torch.utils.data import DataLoader


def make_model(seed: int) -> nn.Sequential:
    """Return a new model for the digits.

    The same seed gives the same weights, another seed gives others.
    """


def make_loader(images: torch.Tensor, labels: torch.Tensor, seed: int) -> DataLoader:
    """Return a loader of shuffled batches of 32.

    The same seed gives the same order, another seed gives another. The order must not
    depend on what else draws random numbers before or while the batches are read.
    """
