"""Check make_recipe: python check.py [FILE]."""

import math
import random
import sys
from pathlib import Path
from types import ModuleType

import torch
from torch import nn

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


def check(module: ModuleType) -> None:
    for given in cases((True, True, False)):
        model, epochs = nn.Linear(3, 2), random.randint(5, 12)
        lr = random.uniform(0.02, 0.2) if given else 0.05
        told = f", lr={lr:.3f}" if given else ""
        call = f"make_recipe(model, {epochs}{told})"
        settings = {"lr": lr} if given else {}
        answer = module.make_recipe(model, epochs, **settings)
        if not (isinstance(answer, tuple) and len(answer) == 2):
            raise Wrong(
                call,
                expected="an optimizer and a scheduler",
                got=repr(answer),
                hint="return both",
            )
        optimizer, scheduler = answer
        if type(optimizer) is not torch.optim.SGD:
            raise Wrong(
                call,
                expected="SGD",
                got=type(optimizer).__name__,
                hint="torch.optim.SGD",
            )
        held = {id(p) for group in optimizer.param_groups for p in group["params"]}
        if held != {id(p) for p in model.parameters()}:
            raise Wrong(
                call,
                expected="all parameters",
                got="others",
                hint="pass model.parameters()",
            )
        expect(
            f"{call}: momentum",
            float(optimizer.param_groups[0]["momentum"]),
            0.9,
            "momentum is 0.9",
        )
        names = ("weight_decay", "dampening", "nesterov")
        others = {name: optimizer.defaults[name] for name in names}
        if any(others.values()):
            raise Wrong(
                call,
                expected="momentum and nothing else",
                got=others,
                hint="leave the rest as it is",
            )
        for epoch in range(epochs):
            hint = "T_max is the number of epochs, and the cosine falls towards 0"
            if not epoch:
                hint = (
                    "the optimizer begins with lr, which is 0.05 if the call names none"
                )
            want = lr / 2 * (1 + math.cos(math.pi * epoch / epochs))
            expect(
                f"{call}: learning rate of epoch {epoch}",
                optimizer.param_groups[0]["lr"],
                want,
                hint,
            )
            optimizer.step()
            scheduler.step()


if __name__ == "__main__":
    main(
        check,
        hints="`T_max` counts calls of `scheduler.step()`.",
        right=(
            "Every epoch had the learning rate of the formula. Now go on for five "
            "epochs more, print the learning rate, and see it rise."
        ),
    )
