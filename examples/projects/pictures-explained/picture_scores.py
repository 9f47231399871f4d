"""Intervals for shares and scores of a test."""

# --8<-- [start:wilson]
import math


def wilson(right: int, of: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share, which stays between 0 and 1."""
    if not of:
        return 0.0, 1.0
    middle = (right + z * z / 2) / (of + z * z)
    half = z * math.sqrt(right * (of - right) / of + z * z / 4) / (of + z * z)
    return middle - half, middle + half


# --8<-- [end:wilson]

# --8<-- [start:bootstrap]
from collections.abc import Callable

import torch


def bootstrap(
    tables: torch.Tensor,
    groups: torch.Tensor,
    score: Callable[[torch.Tensor], torch.Tensor],
    times: int = 2000,
) -> tuple[float, float]:
    """The middle 95 % of a score over drawn tests, in which groups stay whole.

    Args:
        tables: (N, classes, classes): 1 in the cell of each picture, or its mean
            over several networks.
        groups: (N,): the number of each picture's family, from 0.
        score: From tables (times, classes, classes) to numbers (times,).
    """
    count = int(groups.max()) + 1
    sums = torch.zeros(count, *tables.shape[1:]).index_add(0, groups, tables)
    generator = torch.Generator().manual_seed(0)
    drawn = torch.randint(count, (times, count), generator=generator)
    often = torch.zeros(times, count).scatter_add(
        1, drawn, torch.ones_like(drawn, dtype=torch.float32)
    )
    scores = score((often @ sums.flatten(1)).reshape(times, *tables.shape[1:]))
    low, high = scores.quantile(torch.tensor([0.025, 0.975])).tolist()
    return low, high


# --8<-- [end:bootstrap]
