"""Check pad_collate: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, expect, main


def check_case(
    module: ModuleType, lengths: list[int], padding: int, multiple: int
) -> None:
    sequences = [torch.randint(0, 50, (length,)) for length in lengths]
    sequences[0][0] = padding
    labels = torch.randperm(9)[: len(lengths)]
    width = max(lengths)
    while width % multiple:
        width += 1
    rows = [s.tolist() + [padding] * (width - len(s)) for s in sequences]
    tokens = torch.tensor(rows)
    mask = torch.tensor(
        [[position < length for position in range(width)] for length in lengths]
    )
    call = (
        f"pad_collate(samples, padding={padding}, multiple={multiple}) "
        f"for lengths {lengths}"
    )
    got = module.pad_collate(list(zip(sequences, labels.tolist())), padding, multiple)
    if not isinstance(got, tuple) or len(got) != 3:
        raise Wrong(
            call,
            expected="(tokens, mask, labels)",
            got=f"{got!r:.80}",
            hint="return a tuple of three",
        )
    hint = (
        "each sequence stands at the beginning of its row, and padding fills the rest"
    )
    expect(f"{call}\ntokens", got[0], tokens, hint)
    expect(
        f"{call}\nmask",
        got[1],
        mask,
        "real tokens are True, whatever their value: make the mask from the lengths",
    )
    expect(
        f"{call}\nlabels", got[2], labels, "the labels keep the order of the samples"
    )


def check(module: ModuleType) -> str:
    lengths = [random.randint(1, 20) for _ in range(random.randint(2, 6))]
    check_case(module, [3, 5, 1], 0, 4)
    check_case(module, [2, 8, 4], 0, 8)
    check_case(module, lengths, random.randint(1, 9), random.choice((3, 4, 8)))
    check_case(module, [random.randint(1, 9)], 1, 1)
    return "Four batches were padded, each with a real token that looks like padding."


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`torch.full` makes a tensor of one value, and an assignment to the slice "
            "`row[: len(sequence)]` writes into its beginning. `//` rounds down; of a "
            "negative number that is away from 0."
        ),
        right=(
            "Next: give a `DataLoader` the `collate_fn` `partial(pad_collate, "
            "padding=0, multiple=8)` and print the widths of its batches."
        ),
    )
