"""Counts the cosine from step 0."""

# hint: the cosine begins at step warm_up
import math


def factor(step: int, warm_up: int, total: int) -> float:
    if step < warm_up:
        return (step + 1) / warm_up
    share = min(step / total, 1.0)
    return (1 + math.cos(math.pi * share)) / 2
