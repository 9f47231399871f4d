"""Choose a small model and how long to train it."""

from torch import nn


def model_and_epochs() -> tuple[nn.Module, int]:
    """Return a new model for the digits, and how often it sees the training images.

    The model takes images of shape (N, 8, 8) and returns scores of shape (N, 10). It
    has at most 5,000 parameters, and at most 30 epochs of training. The check trains it
    as the page does and asks for more correct test images than one gets by comparing
    each with the mean training image of every digit.
    """
