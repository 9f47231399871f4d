"""Check prepare: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch
from torch.utils.data import DataLoader, TensorDataset

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, expect, fresh, main


def order(loader: DataLoader) -> list[int]:
    return [int(number) for batch in loader for number in batch[0]]


def check(module: ModuleType) -> None:
    size = random.choice((50, 60, 70))
    samples = TensorDataset(torch.arange(size))
    seed = random.randrange(1, 10**6)
    call = f"prepare(samples, {seed})"

    def prepare(seed: int) -> tuple:
        fresh()
        return module.prepare(samples, seed)

    got = prepare(seed)
    if not isinstance(got, tuple) or len(got) != 3:
        raise Wrong(
            f"{call}\nexpected: a tuple of three\ngot:      {got!r:.80}\nhint: return model, train, validation"
        )
    model, train, validation = got
    passes = [order(train), order(train), order(train)]
    held_out = order(validation)
    sizes = [len(next(iter(loader))[0]) for loader in (train, validation)]
    expect(
        f"{call}: size of the first batch of each loader",
        sizes,
        [4, 4],
        "both loaders have batches of 4",
    )
    expect(
        f"{call}: samples for training",
        len(passes[0]),
        round(0.8 * size),
        "80 percent are for training",
    )
    if sorted(passes[0] + held_out) != list(range(size)):
        raise Wrong(
            f"{call}\nexpected: each sample once\ngot:      others\nhint: random_split gives both parts"
        )
    if passes[0] == passes[1]:
        raise Wrong(
            f"{call}\nexpected: a new order in each pass\ngot:      the same twice\nhint: shuffle=True"
        )
    expect(
        f"{call}: validation, second pass",
        order(validation),
        held_out,
        "keep validation in order",
    )

    again, train, validation = prepare(seed)
    if not torch.equal(again.weight, model.weight):
        raise Wrong(
            f"{call}, called twice\nexpected: equal models\ngot:      others\nhint: the weights need the seed"
        )
    if sorted(order(validation)) != sorted(held_out):
        raise Wrong(
            f"{call}, called twice\nexpected: equal parts\ngot:      others\nhint: the split needs the seed"
        )

    model, train, validation = prepare(seed)
    torch.rand(3)
    if [order(train), order(train)] != passes[:2]:
        raise Wrong(
            f"{call}, torch.rand(3), then two passes\nexpected: the orders as without torch.rand\ngot:      others\n"
            "hint: give the training loader a generator"
        )
    model, train, validation = prepare(seed)
    found = []
    for _ in range(3):
        found.append(order(train))
        order(validation)
    if found != passes:
        raise Wrong(
            f"{call}, with a validation pass behind each training pass\nexpected: the orders as without validation\n"
            "got:      others\nhint: each loader needs a generator of its own"
        )
    model, train, validation = prepare(seed)
    before = torch.get_rng_state()
    order(validation)
    if not torch.equal(before, torch.get_rng_state()):
        raise Wrong(
            f"{call}\nexpected: a validation pass leaves the global generator alone\ngot:      it moved\n"
            "hint: the validation loader needs a generator too"
        )
    other, train, validation = prepare(seed + 1)
    if torch.equal(other.weight, model.weight) or order(train) == passes[0]:
        raise Wrong(
            f"seeds {seed} and {seed + 1}\nexpected: different runs\ngot:      the same\nhint: use the seed"
        )


if __name__ == "__main__":
    main(check)
