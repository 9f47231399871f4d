"""Check largest_lr: python check.py [FILE]."""

import copy
import random
import sys
from pathlib import Path
from types import ModuleType

import torch
from torch import nn
from torch.nn import functional as F

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, main


def ratios(
    model: nn.Module, inputs: torch.Tensor, targets: torch.Tensor, lr: float
) -> dict[str, float]:
    """Take the step on a copy and measure how far each matrix moved.

    In float64, where small steps are exact enough.
    """
    moved = copy.deepcopy(model).double()
    before = {
        name: parameter.detach().clone() for name, parameter in moved.named_parameters()
    }
    moved.zero_grad()
    F.cross_entropy(moved(inputs.double()), targets).backward()
    with torch.no_grad():
        for parameter in moved.parameters():
            parameter -= lr * parameter.grad
    return {
        name: ((parameter.detach() - before[name]).norm() / before[name].norm()).item()
        for name, parameter in moved.named_parameters()
        if parameter.ndim == 2
    }


def check(module: ModuleType) -> None:
    kinds = [(False, True), (False, True), (True, True), (False, False)]
    for number, (old_gradient, given) in enumerate(cases(kinds)):
        width = random.randint(6, 12)
        limit = random.uniform(5e-4, 5e-3) if given else 1e-3
        model = nn.Sequential(
            nn.Linear(5, width),
            nn.Tanh(),
            nn.LayerNorm(width),
            nn.Linear(width, width),
            nn.Tanh(),
            nn.Linear(width, 3),
        )
        nn.init.zeros_(model[0].bias)
        with torch.no_grad():
            model[random.choice((0, 3, 5))].weight.mul_(0.2)
            if number == 1:  # no matrix, and it would move most
                model[2].weight.mul_(0.001)
        inputs, targets = torch.randn(32, 5), torch.randint(3, (32,))
        if old_gradient:
            (10 * F.cross_entropy(model(torch.randn(32, 5)), targets)).backward()
        before = [parameter.detach().clone() for parameter in model.parameters()]
        told = f", limit={limit:.5f}" if given else ""
        call = f"largest_lr(model, loss{told})"
        settings = {"limit": limit} if given else {}
        loss = F.cross_entropy(model(inputs), targets)
        lr = module.largest_lr(model, loss, **settings)
        if not isinstance(lr, float):
            raise Wrong(
                call,
                expected="a float",
                got=repr(lr),
                hint="return a float: item() of a tensor",
            )
        if not all(map(torch.equal, before, model.parameters())):
            raise Wrong(
                call,
                hint=(
                    "the parameters should keep their values; "
                    "compute lr without taking the step"
                ),
            )
        if not 0 < lr < 1e6:
            raise Wrong(
                call,
                expected="a positive number",
                got=lr,
                hint="biases do not count; they may be 0",
            )
        found = ratios(model, inputs, targets, lr)
        told = ", ".join(f"{name} {ratio / limit:.3f}" for name, ratio in found.items())
        highest = max(found.values()) / limit
        if abs(highest - 1) < 0.002:
            continue
        lowest = min(found.values()) / limit
        if not given:
            hint = "without an argument the limit is 1e-3"
        elif old_gradient:
            hint = (
                "the gradients should be those of this loss alone; "
                "set old ones to None before backward()"
            )
        elif abs(lowest - 1) < 0.002:
            hint = (
                "here the matrix that moves least is at the "
                "limit and others are above; take the smallest lr"
            )
        elif highest > 1:
            hint = (
                "at least one matrix moves too far; "
                "the one that moves most decides, not a mean"
            )
        else:
            hint = (
                "lr * norm of the gradient = limit * norm of the weight, "
                "for matrices only: biases and the weight of a norm do not count"
            )
        raise Wrong(
            f"{call} = {lr:.5g}",
            expected="ratio / limit 1 at most, and 1 once",
            got=told,
            hint=hint,
        )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "A step of plain SGD moves a weight by lr times its gradient. For which "
            "lr is that limit times its norm? `backward()` adds to old gradients."
        ),
        right=(
            "In each case one matrix moves by the limit and none by more. Now ask "
            "for a limit of 1e-2: by which factor does the answer grow?"
        ),
    )
