"""Check masked_mean: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, expect, main


def check_case(
    module: ModuleType, tickets: int, pieces: int, size: int, padding: float
) -> None:
    lengths = torch.randint(1, pieces, (tickets,))
    lengths[0] = pieces
    mask = (torch.arange(pieces) < lengths.unsqueeze(1)).long()
    mask[1] = mask[1].flip(0)
    hidden = torch.randn(tickets, pieces, size)
    vectors = [row[kept == 1] for row, kept in zip(hidden, mask)]
    want = torch.stack([row.mean(dim=0) for row in vectors])
    hidden[mask == 0] = padding
    call = (
        f"masked_mean(hidden, attention_mask) for {size} numbers a piece, "
        f"padding {padding}, mask {mask.tolist()}"
    )
    got = module.masked_mean(hidden.clone(), mask)
    fits = isinstance(got, torch.Tensor) and got.shape == want.shape
    if padding != padding and fits and got.isnan().any():
        raise Wrong(
            call,
            expected="no nan",
            got=got,
            hint="nan times 0 is nan: replace the padding instead",
        )
    hint = (
        "add up the pieces alone, and divide by how many they are, "
        "not by the length of the row"
    )
    expect(call, got, want, hint, atol=1e-5)


def check(module: ModuleType) -> None:
    check_case(module, 2, 4, 1, 0.0)
    for padding in (7.0, float("nan")):
        tickets, pieces = random.randint(2, 4), random.randint(3, 6)
        check_case(module, tickets, pieces, random.randint(2, 5), padding)


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`attention_mask.unsqueeze(-1)` has a last axis of 1, to broadcast over "
            "the vectors. nan times 0 is nan, so use `torch.where` or `masked_fill`, "
            "not a product."
        ),
        right=(
            "Padding changed nothing, even where it was nan. Now divide by the "
            "length of the row instead, and see which tickets change most."
        ),
    )
