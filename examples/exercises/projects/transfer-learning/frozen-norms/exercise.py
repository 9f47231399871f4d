"""Train a part of a network, and leave the batch norms of the other part alone."""

from torch import nn


def train_mode(model: nn.Module) -> nn.Module:
    """Put the model in training mode, but each frozen batch norm in eval mode.

    A batch norm is frozen if its weight is. Return the model. Dropout and the batch
    norms that still learn are to be in training mode, whatever mode they were in. A
    batch norm may lie deep in the model, and is an nn.BatchNorm1d or nn.BatchNorm2d
    with weight and bias.
    """
