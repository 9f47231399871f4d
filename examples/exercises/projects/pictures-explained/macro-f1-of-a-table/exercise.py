"""Compute macro-F1 from a confusion table."""

import torch


def macro_f1(table: torch.Tensor) -> float:
    """Return the mean F1 of the classes of a confusion table, int64 (classes, classes).

    A row is a class, a column an answer. The F1 of a class is twice its right answers
    by the sum of its pictures and of the answers that name it. A class without pictures
    and without answers is left out of the mean; one with only one of them has F1 0.
    """
