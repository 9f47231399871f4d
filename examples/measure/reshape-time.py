"""The time of reshape, of a contiguous matrix and of a transposed one."""

from time import perf_counter

import torch


def seconds(x: torch.Tensor, calls: int) -> float:
    begin = perf_counter()
    for _ in range(calls):
        x.reshape(-1)
    return (perf_counter() - begin) / calls


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Time both kinds in alternation, for two sizes."""
    rows: dict[str, list[float]] = {}
    for _ in range(2 if quick else 9):
        for size in (100, 2000):
            x = torch.rand(size, size)
            rows.setdefault(f"{size} by {size}, contiguous (µs)", []).append(
                1e6 * seconds(x, 1000)
            )
            rows.setdefault(f"{size} by {size}, transposed (µs)", []).append(
                1e6 * seconds(x.T, 1 if quick else 5)
            )
    return rows


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
