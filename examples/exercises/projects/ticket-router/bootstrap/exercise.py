"""Say how sure a score is, by drawing the test set again and again."""

from collections.abc import Callable

import torch


def interval(
    labels: torch.Tensor,
    answers: torch.Tensor,
    score: Callable[[torch.Tensor, torch.Tensor], float],
    times: int,
    generator: torch.Generator,
) -> tuple[float, float]:
    """Return the 2.5 % and the 97.5 % quantile of the score over drawn test sets.

    Draw `times` test sets. Each has as many tickets as the given one, and may hold a
    ticket several times: its indices are
    torch.randint(len(labels), (len(labels),), generator=generator). A ticket is drawn
    with its label and its answer.
    """
