"""Only shuffles, so each draw has the same tickets."""

# hint: several times
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
        drawn = torch.randperm(len(labels), generator=generator)
        scores[draw] = score(labels[drawn], answers[drawn])
    return scores.quantile(0.025).item(), scores.quantile(0.975).item()
