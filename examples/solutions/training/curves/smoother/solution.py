"""Keep the mean and the count, and let only finite values change them."""

import math


class Smoother:
    def __init__(self, beta: float) -> None:
        self.beta = beta
        self.mean = 0.0
        self.count = 0

    def update(self, values: list[float]) -> list[float]:
        smoothed = []
        for value in values:
            if math.isfinite(value):
                self.count += 1
                self.mean = self.beta * self.mean + (1 - self.beta) * value
                smoothed.append(self.mean / (1 - self.beta**self.count))
            else:
                smoothed.append(value)
        return smoothed
