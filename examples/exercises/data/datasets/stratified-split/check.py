"""Check stratified_split: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


def check_split(module: ModuleType, counts: dict[int, int], fraction: float) -> None:
    """counts says how many samples each class has."""
    labels = torch.cat([torch.full((count,), label) for label, count in counts.items()])
    labels = labels[torch.randperm(len(labels))]
    seed = random.randrange(10**6)

    def split(seed: int) -> tuple[list[int], list[int]]:
        return module.stratified_split(
            labels, fraction, torch.Generator().manual_seed(seed)
        )

    got = split(seed)
    call = f"stratified_split(labels, {fraction}, generator) with classes {counts}"
    lists = (
        isinstance(got, tuple)
        and len(got) == 2
        and all(isinstance(part, list) for part in got)
    )
    if not lists or not all(isinstance(index, int) for part in got for index in part):
        raise Wrong(
            call,
            expected="two lists of ints",
            got=f"{got!r:.80}",
            hint="return first, second; tolist()",
        )
    first, second = got
    if set(first) & set(second):
        both = len(set(first) & set(second))
        raise Wrong(
            call,
            expected="no index twice",
            got=f"{both} in both",
            hint="the second part is what is left",
        )
    if sorted(first + second) != list(range(len(labels))):
        raise Wrong(
            call,
            expected=f"each of {len(labels)} indices once",
            got=f"{len(first)} and {len(second)}",
            hint="every index is in exactly one part, also those of small classes",
        )
    found = {label: int((labels[first] == label).sum()) for label in counts}
    cut_off = all(
        found[label] == int(fraction * count) for label, count in counts.items()
    )
    for label, count in counts.items():
        hint = "cut each class by itself; round(fraction * count) go to the first part"
        if cut_off:
            hint = "round, do not cut off"
        expect(
            f"{call}\nclass {label} in the first part",
            found[label],
            round(fraction * count),
            hint,
        )
    torch.manual_seed(seed + 1)
    untouched = torch.get_rng_state()
    if [set(part) for part in split(seed)] != [set(first), set(second)]:
        raise Wrong(
            call,
            expected="the same split from the same seed",
            got="another",
            hint="use the generator",
        )
    if not torch.equal(torch.get_rng_state(), untouched):
        raise Wrong(
            call,
            expected="torch's global generator where it was",
            got="another state",
            hint="draw from generator, and leave the global one alone",
        )
    if set(split(seed + 1)[0]) == set(first):
        raise Wrong(
            call,
            expected="another split from another seed",
            got="the same",
            hint="shuffle each class",
        )


def check(module: ModuleType) -> str:
    for _ in cases(range(3)):
        counts = {
            2: random.choice((61, 71, 81)),
            0: random.choice((26, 36)),
            7: random.choice((204, 304)),
            5: 9,
        }
        check_split(module, counts, random.choice((0.7, 0.8)))
    return "Each class was cut by itself, from 9 samples to more than 200."


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`labels.unique()` lists the classes, `torch.nonzero(labels == "
            "c).flatten()` the indices of class c, and `torch.randperm(n, "
            "generator=generator)` is a random order of n things."
        ),
        right=(
            "Next: split the growers of `load_wine()` with it and with "
            "`random_split`, and compare the shares of the three."
        ),
    )
