"""Normalise the hidden layers of the MNIST network."""

from torch import nn


def make_model() -> nn.Sequential:
    """Return the network 784-256-128-10 with batch normalisation.

    Images have the shape (N, 1, 28, 28). In this order: nn.Flatten; for each of the two
    hidden layers nn.Linear, nn.BatchNorm1d, nn.ReLU and nn.Dropout(0.2); then the last
    nn.Linear, alone.
    """
