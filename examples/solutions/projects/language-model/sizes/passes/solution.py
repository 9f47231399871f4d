"""Tokens that are read, by tokens that there are."""


def passes(steps: int, batch: int, context: int, tokens: int, share: float) -> float:
    return steps * batch * context / (tokens * share)
