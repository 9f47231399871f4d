"""Takes the first value as the first mean instead of correcting."""

# hint: keep the share beta of the old mean
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
                self.mean = self.beta * self.mean + (1 - self.beta) * value if self.count > 1 else value
                smoothed.append(self.mean)
            else:
                smoothed.append(value)
        return smoothed
