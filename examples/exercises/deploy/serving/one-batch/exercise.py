"""Answer several requests with one run of the model."""

from collections.abc import Callable

import numpy as np


def answer_all(
    run: Callable[[np.ndarray], np.ndarray], requests: list[np.ndarray]
) -> list[np.ndarray]:
    """Return the answer to each request, in the order of the requests.

    A request has one or more rows, and requests differ in how many. run takes an array
    of rows and returns one row of results for each. Call it once. There is at least one
    request.
    """
