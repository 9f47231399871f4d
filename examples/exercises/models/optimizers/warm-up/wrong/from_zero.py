"""Begins with a learning rate of 0."""

# hint: not 0, or it would change nothing
import math


def factor(step: int, warm_up: int, total: int) -> float:
    if step < warm_up:
        return step / warm_up
    share = min((step - warm_up) / (total - warm_up), 1.0)
    return (1 + math.cos(math.pi * share)) / 2
