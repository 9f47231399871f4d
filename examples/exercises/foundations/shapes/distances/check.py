"""Check distances: python check.py [FILE]."""

import math
import random
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import torch
from torch.overrides import TorchFunctionMode

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, expect_no_loop, main

GENERAL = (
    "entry i, j belongs to a[i] and b[j]: "
    "square the differences of their coordinates, add them, take the root"
)


class ByHand(TorchFunctionMode):
    """Refuses torch.cdist."""

    def __torch_function__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        if func is torch.cdist:
            raise Wrong(
                "distances calls torch.cdist",
                hint="do without cdist; new axes and broadcasting give a minus b",
            )
        return func(*args, **(kwargs or {}))


def hint_for(want: torch.Tensor, got: object) -> str:
    if isinstance(got, torch.Tensor) and got.shape == want.shape:
        if torch.allclose(got, want**2, rtol=1e-4):
            return "that is the squared distance; take the square root"
        if torch.allclose(got, want.T.reshape(want.shape), rtol=1e-4):
            return (
                "reshape does not swap axes; "
                "give a and b their new axes the other way round"
            )
    return GENERAL


def check(module: ModuleType) -> None:
    for _ in cases(range(8)):
        n = random.randint(2, 5)
        m = n + random.randint(1, 3)
        coordinates = random.randint(2, 4)
        a, b = torch.randn(n, coordinates), torch.randn(m, coordinates)
        rows = [[math.dist(left, right) for right in b.tolist()] for left in a.tolist()]
        want = torch.tensor(rows)
        with ByHand():
            got = module.distances(a.clone(), b.clone())
        call = (
            f"distances(a, b) for a of shape {tuple(a.shape)} "
            f"and b of shape {tuple(b.shape)}"
        )
        if isinstance(got, torch.Tensor) and got.shape == (m, n):
            raise Wrong(
                call,
                hint=(
                    f"the points of a are the rows of the result, {(n, m)}; "
                    f"yours is {(m, n)}"
                ),
            )
        expect(call, got, want, hint_for(want, got), rtol=1e-3, atol=1e-4)
    expect_no_loop(
        module,
        "distances between points, 2 and 42 of them or of their coordinates",
        lambda n: (
            module.distances(torch.randn(n, 3), torch.randn(n, 3)),
            module.distances(torch.randn(2, n), torch.randn(2, n)),
        ),
        (
            "do not loop over the points or their coordinates; "
            "new axes and broadcasting subtract all pairs at once"
        ),
    )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "With axes of size 1 in the right places, a minus b has shape (n, m, d). "
            "The distance is the square root of the sum of the squared differences of "
            "the coordinates."
        ),
        right=(
            "Eight pairs of point sets agree. Next: compute how many bytes the "
            "differences of shape (n, m, d) take for 10,000 points on each "
            "side; torch.cdist finds the distances without them."
        ),
    )
