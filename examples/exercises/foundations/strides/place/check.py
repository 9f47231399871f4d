"""Check place: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import cases, expect, main


def check(module: ModuleType) -> None:
    for _ in cases(range(30)):
        base = torch.arange(120).view(4, 5, 6)
        rows = base[random.randint(0, 2) :, :, :: random.randint(1, 2)]
        column = base[random.randint(0, 3), :, 2:3]
        for name, tensor in (
            ("a block", base),
            ("a slice", rows),
            ("a slice, its axes moved", rows.permute(2, 0, 1)),
            ("one column, expanded", column.expand(5, 7)),
        ):
            index = tuple(random.randrange(size) for size in tensor.shape)
            want = tensor[index].item()
            got = module.place(tensor, index)
            offset = tensor.storage_offset()
            if isinstance(got, int) and got + offset == want:
                hint = "the first element lies at storage_offset(), not always at 0"
            else:
                hint = "one step along an axis is its stride, whatever the shape says"
            call = f"place({name}, {index}) with stride {tensor.stride()}"
            expect(f"{call} and offset {offset}", got, want, hint)


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`stride()` and `storage_offset()` say all that you need; the shape does "
            "not matter. zip goes through two tuples together."
        ),
    )
