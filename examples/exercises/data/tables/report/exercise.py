"""Say how good a regression is, in the unit of its target."""

import torch


def report(
    outputs: torch.Tensor, targets: torch.Tensor, mean: float, std: float
) -> tuple[float, float]:
    """Return the mean absolute error and R², as Python floats.

    outputs, of shape (N, 1), come from a model that was trained on scaled targets,
    (target - mean) / std. targets, of shape (N,), are in their own unit, and so is the
    mean absolute error. R² is 1 - a / b: a is the sum of the squared errors of the
    model, and b that of an answer that is always the mean of these targets.
    """
