"""Rise, fall, stay."""

import math


def factor(step: int, warm_up: int, total: int) -> float:
    if step < warm_up:
        return (step + 1) / warm_up
    share = min((step - warm_up) / (total - warm_up), 1.0)
    return (1 + math.cos(math.pi * share)) / 2
