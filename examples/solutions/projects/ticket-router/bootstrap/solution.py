"""One draw of indices for labels and answers together, one score a draw.

Two quantiles of the scores in the end.
"""

from collections.abc import Callable

import torch


def interval(
    labels: torch.Tensor,
    answers: torch.Tensor,
    score: Callable[[torch.Tensor, torch.Tensor], float],
    times: int,
    generator: torch.Generator,
) -> tuple[float, float]:
    scores = torch.zeros(times)
    for draw in range(times):
        drawn = torch.randint(len(labels), (len(labels),), generator=generator)
        scores[draw] = score(labels[drawn], answers[drawn])
    return scores.quantile(0.025).item(), scores.quantile(0.975).item()
