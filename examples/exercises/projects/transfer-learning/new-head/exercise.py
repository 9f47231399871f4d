"""Give a network a new last layer, and freeze the rest."""

from torch import nn


def new_head(model: nn.Module, classes: int) -> list[nn.Parameter]:
    """Freeze the model, replace its last layer, and return what is left to train.

    The last layer is model.fc, an nn.Linear. The new one has as many inputs and the
    given number of classes. Everything else is frozen. Return the weight and the bias
    of the new layer, for the optimizer.
    """
