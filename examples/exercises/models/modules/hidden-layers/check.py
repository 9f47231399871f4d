"""Check Stack: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch
from torch import nn

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


def hint_for(got: int, one: int) -> str:
    if got == 0:
        return (
            "the module does not look into a Python list; "
            "nn.ModuleList is a list that it does look into"
        )
    if got == one:
        return (
            "these are the parameters of one layer: either one layer used "
            "several times, or only some of the layers are registered; build a "
            "new layer for each place and put all of them into the nn.ModuleList"
        )
    return (
        "there should be depth layers, each nn.Linear(width, width), and nothing else"
    )


def check(module: ModuleType) -> None:
    for _ in cases(range(4)):
        width, depth = random.randint(2, 6), random.randint(2, 5)
        stack = module.Stack(width, depth)
        call = f"the number of parameters of Stack({width}, {depth})"
        one = width * width + width
        got = sum(parameter.numel() for parameter in stack.parameters())
        expect(call, got, depth * one, hint_for(got, one))
        layers = [part for part in stack.modules() if isinstance(part, nn.Linear)]
        if len(layers) != depth:
            raise Wrong(
                call,
                hint=(
                    "use nn.Linear for the layers, and register the layers; "
                    f"found {len(layers)} of them, not {depth}"
                ),
            )
        x = torch.randn(3, width)
        with torch.no_grad():
            want = x
            for layer in layers:
                want = want + torch.relu(layer(want))
            got_output = stack(x)
        hint = (
            "each layer computes x + relu(layer(x)), "
            "in the order in which they were built"
        )
        expect(f"Stack({width}, {depth})(x)", got_output, want, hint)


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`print(Stack(4, 3))` shows what is registered. There are depth layers "
            "with weights of their own: how many parameters is that?"
        ),
        right=(
            "All the layers are registered now, with weights of their own. Call "
            "`model.to(torch.float64)`, and look at the dtype of each weight."
        ),
    )
