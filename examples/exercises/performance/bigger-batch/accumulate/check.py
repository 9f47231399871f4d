"""Check train: python check.py [FILE]."""

import copy
import random
import sys
from pathlib import Path
from types import ModuleType

import torch
from torch import nn
from torch.nn import functional as F

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


def flat(tensors: list[torch.Tensor]) -> torch.Tensor:
    return torch.cat([tensor.flatten() for tensor in tensors])


def check_sizes(module: ModuleType, lengths: list[int], size: int) -> None:
    """The optimizer gets the gradient of each group as one batch; a learning rate of 0 keeps the groups apart."""
    features, classes = random.randint(2, 6), random.randint(2, 4)
    model = nn.Sequential(
        nn.Linear(features, 8), nn.Tanh(), nn.Linear(8, classes)
    ).double()
    reference = copy.deepcopy(model)
    batches = [
        (
            torch.randn(rows, features, dtype=torch.float64),
            torch.randint(classes, (rows,)),
        )
        for rows in lengths
    ]
    wanted, last = [], []
    for first in range(0, len(batches), size):
        inputs, targets = (
            torch.cat(parts) for parts in zip(*batches[first : first + size])
        )
        loss = F.cross_entropy(reference(inputs), targets)
        wanted.append(
            flat(list(torch.autograd.grad(loss, list(reference.parameters()))))
        )
        inputs, targets = batches[min(first + size, len(batches)) - 1]
        loss = F.cross_entropy(reference(inputs), targets, reduction="sum")
        last.append(flat(list(torch.autograd.grad(loss, list(reference.parameters())))))
    stale = torch.randn(4, features, dtype=torch.float64)
    model(stale).square().sum().backward()
    before = flat(
        [
            parameter.grad
            for parameter in model.parameters()
            if parameter.grad is not None
        ]
    ).clone()
    found, seen = [], []
    optimizer = torch.optim.SGD(model.parameters(), lr=0.0)
    optimizer.register_step_pre_hook(
        lambda *_: found.append(
            flat([p.grad for p in model.parameters() if p.grad is not None]).clone()
        )
    )
    model.register_forward_pre_hook(lambda module, args: seen.append(len(args[0])))
    call = f"train(model, optimizer, batches of {lengths} rows, size={size})"
    steps = module.train(model, optimizer, iter(batches), size)
    if steps is not None and len(found) != len(wanted):
        lost = len(found) == len(lengths) // size
        hint = (
            "the last group is shorter and needs a step too"
            if lost
            else "one step for each group"
        )
        raise Wrong(
            f"{call}\nexpected: {len(wanted)} steps\ngot:      {len(found)}\nhint: {hint}"
        )
    expect(call, steps, len(wanted), "return the number of steps")
    for number, (got, want, tail) in enumerate(zip(found, wanted, last)):
        if got.shape == want.shape and torch.allclose(got, want, rtol=1e-6, atol=1e-9):
            continue
        hint = "every row of the group counts the same: sums, divided by the rows of the group"
        cosine = (
            F.cosine_similarity(got, tail, dim=0)
            if got.shape == tail.shape
            else torch.zeros(())
        )
        if got.shape == want.shape and torch.allclose(
            got, want + before, rtol=1e-6, atol=1e-9
        ):
            hint = "a gradient from before the call was added; zero_grad comes before the group"
        elif (
            len(batches[number * size : (number + 1) * size]) > 1 and cosine > 1 - 1e-9
        ):
            hint = "only the last batch of the group counts; zero_grad does not stand between its batches"
        raise Wrong(
            f"{call}\nexpected: group {number + 1} with a gradient of norm {want.norm():.4f} when step() is called\n"
            f"got:      {got.norm():.4f}\nhint: {hint}"
        )
    if max(seen) > max(lengths):
        raise Wrong(
            f"{call}\nexpected: never more than {max(lengths)} rows in the model\ngot:      {max(seen)}\n"
            "hint: what does not fit must not be put together; call the model on one batch at a time"
        )


def check(module: ModuleType) -> None:
    check_sizes(module, [4, 4, 4, 4, 2], 2)
    check_sizes(module, [5, 2, 3], 3)
    for _ in cases(range(6)):
        size = random.randint(1, 5)
        lengths = [random.randint(1, 6) for _ in range(random.randint(1, 8))]
        check_sizes(module, lengths, size)


if __name__ == "__main__":
    main(check)
