"""Check centred: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main

MIDDLE = 14


def center_of(weights: torch.Tensor) -> tuple[float, float]:
    positions = torch.arange(28.0)
    row = (weights.sum(dim=1) * positions).sum() / weights.sum()
    column = (weights.sum(dim=0) * positions).sum() / weights.sum()
    return row.item(), column.item()


def middle_of_box(ink: torch.Tensor) -> tuple[float, float]:
    rows, columns = ink.nonzero().unbind(dim=1)
    row = (rows.min() + rows.max()).item() / 2
    return row, (columns.min() + columns.max()).item() / 2


def drawing() -> torch.Tensor:
    """A dark L with a pale end, at the top left, which each mistake moves elsewhere."""
    while True:
        ink = torch.zeros(28, 28)
        top, left = random.randint(4, 6), random.randint(5, 9)
        ink[top : top + 12, left : left + 2] = 1
        ink[top + 10 : top + 12, left : left + 7] = random.uniform(0.7, 1)
        ink[top + 1 : top + 3, left + 2 : left + 10] = random.uniform(0.1, 0.2)
        if len(moves(ink)) == 6 and clear(center_of(ink)):
            return ink


def clear(center: tuple[float, float]) -> bool:
    """Whether rounding is no matter of the last digits."""
    return all(abs((MIDDLE - place) % 1 - 0.5) > 0.05 for place in center)


def moves(ink: torch.Tensor) -> dict[tuple[int, int], str]:
    """How far down and to the right; the first is right, then what mistakes do."""
    row, column = center_of(ink)
    down, right = MIDDLE - row, MIDDLE - column
    box, count = middle_of_box(ink), center_of((ink > 0).float())
    wrong = {
        (round(right), round(down)): "the rows are the first axis of the image",
        (round(-down), round(-right)): (
            "move by the way from the centre of mass to the middle, not back"
        ),
        (int(down), int(right)): "round to the nearest whole pixel",
        (round(MIDDLE - count[0]), round(MIDDLE - count[1])): (
            "a pale pixel weighs less than a dark one"
        ),
        (round(MIDDLE - box[0]), round(MIDDLE - box[1])): (
            "take the mean of the ink, not the middle of the box around the ink"
        ),
    }
    found = {(round(down), round(right)): ""}
    return found | {move: hint for move, hint in wrong.items() if move not in found}


def check(module: ModuleType) -> str:
    for _ in cases(range(6)):
        ink = drawing()
        row, column = center_of(ink)
        (down, right), *_ = moves(ink)
        want = ink.roll((down, right), dims=(0, 1))
        got = module.centred(ink.clone())
        call = f"centred(ink) with its centre of mass at ({row:.2f}, {column:.2f})"
        for move, hint in moves(ink).items():
            same = isinstance(got, torch.Tensor) and got.shape == ink.shape
            if hint and same and torch.equal(got, ink.roll(move, dims=(0, 1))):
                raise Wrong(
                    call,
                    expected=f"{down} pixels down, {right} to the right",
                    got=f"{move[0]} down, {move[1]} to the right",
                    hint=hint,
                )
        expect(call, got, want, "torch.roll moves by so many rows and columns")
    there, across = center_of(want)
    return (
        f"The last centre of mass went from ({row:.1f}, {column:.1f}) "
        f"to ({there:.1f}, {across:.1f})."
    )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`ink.sum(dim=1)` is how much ink each row has. A mean of positions with "
            "these weights is a sum of products, divided by all ink. `torch.roll` "
            "moves along several axes at once."
        ),
        right=(
            "Next: draw a 1 at the edge of the page's black square, and see where the "
            "small picture has it."
        ),
    )
