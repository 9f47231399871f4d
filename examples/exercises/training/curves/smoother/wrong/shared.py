"""Keeps the mean in the class."""

# hint: two smoothers share nothing
import math


class Smoother:
    mean = 0.0
    count = 0

    def __init__(self, beta: float) -> None:
        self.beta = beta

    def update(self, values: list[float]) -> list[float]:
        smoothed = []
        for value in values:
            if math.isfinite(value):
                Smoother.count += 1
                Smoother.mean = self.beta * Smoother.mean + (1 - self.beta) * value
                smoothed.append(Smoother.mean / (1 - self.beta**Smoother.count))
            else:
                smoothed.append(value)
        return smoothed
