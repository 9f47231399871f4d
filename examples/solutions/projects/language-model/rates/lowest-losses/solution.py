"""Means of three, and the middle of the lowest."""


def choose_rate(rates: list[float], losses: list[float]) -> float:
    means = [sum(losses[place : place + 3]) for place in range(len(losses) - 2)]
    return rates[means.index(min(means)) + 1] / 10
