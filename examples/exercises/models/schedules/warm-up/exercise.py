"""The factor of a schedule: linear warm-up, then a cosine to 0."""


def factor(step: int, warm_up: int, total: int) -> float:
    """Return what LambdaLR multiplies the learning rate with; steps count from 0.

    The first warm_up steps rise in equal parts and end at 1: 1/warm_up, 2/warm_up, ...,
    1. Then half a cosine falls from 1 (at step warm_up) to 0 (at step total). From
    there on it stays 0.
    """
