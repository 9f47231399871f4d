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
        call = (
            f"make_recipe(model, {epochs}, lr={lr:.3f})"
            if given
            else f"make_recipe(model, {epochs})"
        )
        answer = (
            module.make_recipe(model, epochs, lr=lr)
            if given
            else module.make_recipe(model, epochs)
        )
        if not (isinstance(answer, tuple) and len(answer) == 2):
            raise Wrong(
                f"{call}\nexpected: an optimizer and a scheduler\ngot:      {answer!r}\nhint: return both"
            )
        optimizer, scheduler = answer
        if type(optimizer) is not torch.optim.SGD:
            raise Wrong(
                f"{call}\nexpected: SGD\ngot:      {type(optimizer).__name__}\nhint: torch.optim.SGD"
            )
        held = {id(p) for group in optimizer.param_groups for p in group["params"]}
        if held != {id(p) for p in model.parameters()}:
            raise Wrong(
                f"{call}\nexpected: all parameters\ngot:      others\nhint: pass model.parameters()"
            )
        expect(
            f"{call}: momentum",
            float(optimizer.param_groups[0]["momentum"]),
            0.9,
            "momentum is 0.9",
        )
        others = {
            key: optimizer.defaults[key]
            for key in ("weight_decay", "dampening", "nesterov")
        }
        if any(others.values()):
            raise Wrong(
                f"{call}\nexpected: momentum and nothing else\ngot:      {others}\nhint: leave the rest as it is"
            )
        for epoch in range(epochs):
            hint = (
                "the optimizer begins with lr, which is 0.05 if the call names none"
                if not epoch
                else "T_max is the number of epochs"
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
    main(check)
