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


def check(module: ModuleType) -> str:
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
            call,
            expected="a tuple of three",
            got=f"{got!r:.80}",
            hint="return model, train, validation",
        )
    model, train, validation = got
    expect(
        f"{call}: shape of the model's weights",
        tuple(model.weight.shape),
        (2, 4),
        "the model is nn.Linear(4, 2)",
    )
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
            call,
            expected="each sample once",
            got="others",
            hint="random_split gives both parts; leave none of them out",
        )
    if passes[0] == passes[1]:
        raise Wrong(
            call,
            expected="a new order in each pass",
            got="the same twice",
            hint="shuffle=True",
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
            f"{call}, called twice",
            expected="equal models",
            got="others",
            hint="the weights need the seed",
        )
    if sorted(order(validation)) != sorted(held_out):
        raise Wrong(
            f"{call}, called twice",
            expected="equal parts",
            got="others",
            hint="the split needs the seed",
        )

    model, train, validation = prepare(seed)
    torch.rand(3)
    if [order(train), order(train)] != passes[:2]:
        raise Wrong(
            f"{call}, torch.rand(3), then two passes",
            expected="the orders as without torch.rand",
            got="others",
            hint="give the training loader a generator with a seed",
        )
    model, train, validation = prepare(seed)
    found = []
    for _ in range(3):
        found.append(order(train))
        order(validation)
    if found != passes:
        raise Wrong(
            f"{call}, with a validation pass behind each training pass",
            expected="the orders as without validation",
            got="others",
            hint="each loader needs a generator of its own",
        )
    model, train, validation = prepare(seed)
    for name, loader in (("training", train), ("validation", validation)):
        before = torch.get_rng_state()
        order(loader)
        if not torch.equal(before, torch.get_rng_state()):
            raise Wrong(
                call,
                expected=f"a {name} pass leaves the global generator alone",
                got="it moved",
                hint=f"the {name} loader needs a generator too",
            )
    other, train, validation = prepare(seed + 1)
    if torch.equal(other.weight, model.weight) or order(train) == passes[0]:
        raise Wrong(
            f"seeds {seed} and {seed + 1}",
            expected="different runs",
            got="the same",
            hint="use the seed",
        )
    return "A draw or a validation pass in between left the orders as they were."


if __name__ == "__main__":
    main(
        check,
        hints=(
            "Count what draws: the weights, the split, the order, and also a loader "
            "that keeps its order. What shall not depend on the others needs a "
            "generator of its own, with a seed of its own."
        ),
        right=(
            "Next: make the model one layer larger. Do the orders stay as they are?"
        ),
    )
