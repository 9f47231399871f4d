"""Check broadcast_shape: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, expect, imports, main


def answer(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...] | str:
    try:
        return tuple((torch.empty(a) + torch.empty(b)).shape)
    except RuntimeError:
        return "error"


def hint_for(
    a: tuple[int, ...], b: tuple[int, ...], want: tuple[int, ...] | str
) -> str:
    if want == "error":
        return "two sizes fit only if they are equal or one of them is 1"
    if 0 in want:
        return "1 gives way to every other size, also to 0"
    if len(a) == len(b):
        return "the result takes the size that is not 1, in the order of the axes"
    return (
        "compare from the last axis backwards; "
        "a missing axis is on the left and counts as 1"
    )


def check(module: ModuleType) -> None:
    if imports(module) & {"torch", "numpy"}:
        raise Wrong(
            "broadcast_shape imports torch or numpy",
            hint="use no tensors, only the numbers",
        )
    cases = [
        ((3, 1, 4), (1, 5, 4)),
        ((4,), (3, 4)),
        ((3, 1), (4,)),
        ((), (2, 3)),
        ((2, 3), (3, 2)),
        ((3,), (3, 4)),
    ]
    cases += [((0, 4), (1, 4)), ((1, 4), (0, 4))]
    for _ in range(60):
        shape = [random.randint(1, 5) for _ in range(random.randint(0, 4))]
        tails = [shape[random.randint(0, 2) :] for _ in range(2)]
        pair = [tuple(random.choice((n, n, 1)) for n in tail) for tail in tails]
        if random.random() < 0.3 and pair[0]:
            pair[0] = (*pair[0][:-1], random.randint(1, 5))
        cases.append((pair[0], pair[1]))
    for a, b in cases:
        want, got = answer(a, b), module.broadcast_shape(a, b)
        call, hint = f"broadcast_shape({a}, {b})", hint_for(a, b, want)
        if type(got) in (tuple, str) and type(got) is not type(want):
            raise Wrong(call, expected=repr(want), got=repr(got), hint=hint)
        expect(call, got, want, hint)


if __name__ == "__main__":
    main(
        check,
        hints=(
            "Put ones in front of the shorter tuple until both are equally long, then "
            "go through the pairs. Two sizes fit if they are equal or one of them is "
            "1, and the result takes the other one."
        ),
    )
