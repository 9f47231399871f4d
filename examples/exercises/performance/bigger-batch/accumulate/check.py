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


def gradient(loss: torch.Tensor, model: nn.Module) -> torch.Tensor:
    return flat(list(torch.autograd.grad(loss, list(model.parameters()))))


def collected(model: nn.Module) -> torch.Tensor:
    """What backward has left in the .grad of all parameters."""
    return flat([p.grad for p in model.parameters() if p.grad is not None])


def check_sizes(module: ModuleType, lengths: list[int], size: int) -> None:
    """The optimizer gets the gradient of each group as one batch.

    A learning rate of 0 keeps the groups apart.
    """
    features, classes = random.randint(2, 6), random.randint(2, 4)
    model = nn.Sequential(nn.Linear(features, 8), nn.Tanh(), nn.Linear(8, classes))
    model.double()
    reference = copy.deepcopy(model)
    batches = []
    for rows in lengths:
        inputs = torch.randn(rows, features, dtype=torch.float64)
        batches.append((inputs, torch.randint(classes, (rows,))))
    wanted, last = [], []
    for first in range(0, len(batches), size):
        group = batches[first : first + size]
        inputs, targets = (torch.cat(parts) for parts in zip(*group))
        loss = F.cross_entropy(reference(inputs), targets)
        wanted.append(gradient(loss, reference))
        inputs, targets = group[-1]
        loss = F.cross_entropy(reference(inputs), targets, reduction="sum")
        last.append(gradient(loss, reference))
    stale = torch.randn(4, features, dtype=torch.float64)
    model(stale).square().sum().backward()
    before = collected(model)
    found, seen = [], []
    optimizer = torch.optim.SGD(model.parameters(), lr=0.0)
    optimizer.register_step_pre_hook(lambda *_: found.append(collected(model)))
    model.register_forward_pre_hook(lambda module, args: seen.append(len(args[0])))
    call = f"train(model, optimizer, batches of {lengths} rows, size={size})"
    steps = module.train(model, optimizer, iter(batches), size)
    if steps is not None and len(found) != len(wanted):
        lost = len(found) == len(lengths) // size
        hint = "one step for each group"
        if lost:
            hint = "the last group is shorter and needs a step too"
        raise Wrong(call, expected=f"{len(wanted)} steps", got=len(found), hint=hint)
    expect(call, steps, len(wanted), "return the number of steps")
    for number, (got, want, tail) in enumerate(zip(found, wanted, last)):
        if got.shape == want.shape and torch.allclose(got, want, rtol=1e-6, atol=1e-9):
            continue
        hint = (
            "every row of the group counts the same: "
            "sums, divided by the rows of the group"
        )
        if got.shape == want.shape:
            group = batches[number * size : (number + 1) * size]
            alone = F.cosine_similarity(got, tail, dim=0) > 1 - 1e-9
            if torch.allclose(got, want + before, rtol=1e-6, atol=1e-9):
                hint = (
                    "a gradient from before the call was added; "
                    "zero_grad comes before the group"
                )
            elif len(group) > 1 and alone:
                hint = (
                    "only the last batch of the group counts; "
                    "zero_grad does not stand between its batches"
                )
        raise Wrong(
            call,
            expected=(
                f"group {number + 1} with a gradient of norm {want.norm():.4f} "
                "when step() is called"
            ),
            got=f"{got.norm():.4f}",
            hint=hint,
        )
    if max(seen) > max(lengths):
        raise Wrong(
            call,
            expected=f"never more than {max(lengths)} rows in the model",
            got=max(seen),
            hint=(
                "what does not fit must not be put together; "
                "call the model on one batch at a time"
            ),
        )


def check(module: ModuleType) -> None:
    check_sizes(module, [4, 4, 4, 4, 2], 2)
    check_sizes(module, [5, 2, 3], 3)
    for _ in cases(range(6)):
        size = random.randint(1, 5)
        lengths = [random.randint(1, 6) for _ in range(random.randint(1, 8))]
        check_sizes(module, lengths, size)


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`list(itertools.islice(iterator, size))` takes the next size batches, "
            "fewer at the end, and none after it. Sums divided by the rows of the "
            "group add up to its mean."
        ),
        right=(
            "Eight trainings had the gradients of their groups as one batch. "
            "Next: clip the gradient to a norm of 1, once for each group."
        ),
    )
