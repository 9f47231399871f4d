"""Join the rows, run once, and cut where the requests end."""

from collections.abc import Callable

import numpy as np


def answer_all(
    run: Callable[[np.ndarray], np.ndarray], requests: list[np.ndarray]
) -> list[np.ndarray]:
    ends = np.cumsum([len(request) for request in requests])
    return np.split(run(np.concatenate(requests)), ends[:-1])
