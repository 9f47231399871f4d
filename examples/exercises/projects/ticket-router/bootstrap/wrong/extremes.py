"""Takes the lowest and the highest score."""

# hint: not the quantiles
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
    return scores.min().item(), scores.max().item()
