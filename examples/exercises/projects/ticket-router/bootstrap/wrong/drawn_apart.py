"""Draws labels and answers apart from each other."""

# hint: with its label and its answer
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
        first = torch.randint(len(labels), (len(labels),), generator=generator)
        second = torch.randint(len(labels), (len(labels),), generator=generator)
        scores[draw] = score(labels[first], answers[second])
    return scores.quantile(0.025).item(), scores.quantile(0.975).item()
