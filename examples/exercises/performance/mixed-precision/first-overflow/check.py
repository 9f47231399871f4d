"""Check first_overflow: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch
from torch import nn

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


class Network(nn.Module):
    """Runs its layers in another order than it names them: stem, body, head."""

    def __init__(self, width: int, depth: int):
        super().__init__()
        self.head = nn.Linear(width, 3)
        layers = []
        for _ in range(depth):
            layers += [nn.Linear(width, width), nn.ReLU()]
        self.body = nn.Sequential(*layers)
        self.stem = nn.Linear(5, width)
        self.ran_in: torch.dtype | None = None

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        output = self.head(self.body(self.stem(x)))
        self.ran_in = output.dtype
        return output


def check_one(
    module: ModuleType,
    where: str | None,
    dtype: torch.dtype,
    want: str | None,
    value: float = 60_000,
) -> None:
    """The layer called where gets weights of nan, or too large for float16."""
    model = Network(random.randint(4, 9), 3)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(torch.rand(parameter.shape) / 4)
        if where:
            model.get_submodule(where).weight.add_(value)
    inputs = 2 + torch.rand(8, 5)
    got = module.first_overflow(model, inputs, dtype)
    call = (
        f"first_overflow(model, inputs, {dtype}), "
        f"weights of {value:,} in {where or 'no layer'}"
    )
    everywhere = nn.modules.module._global_forward_hooks
    if everywhere or any(layer._forward_hooks for layer in model.modules()):
        everywhere.clear()
        raise Wrong(
            call,
            expected="no hook left behind",
            got="hooks",
            hint="remove() each hook",
        )
    if model.ran_in not in (None, dtype):
        raise Wrong(
            call,
            expected=f"outputs in {dtype}",
            got=model.ran_in,
            hint="run the model under torch.autocast with dtype",
        )
    if want is None and got is not None:
        raise Wrong(
            call, expected="None", got=repr(got), hint="here every output is finite"
        )
    if want is not None and got is None:
        hint = "its output is not finite; an infinity counts as well as nan"
        raise Wrong(call, expected=repr(want), got="None", hint=hint)
    hint = (
        "the first one in the order in which they run, by its name in named_modules()"
    )
    if got == "body":
        hint = "only modules without children count"
    if want is not None:
        expect(call, got, want, hint)


def check(module: ModuleType) -> None:
    for where in cases(("stem", "body.0", f"body.{random.choice([2, 4])}", "head")):
        check_one(module, where, torch.float16, where)
        check_one(module, where, torch.bfloat16, None)
    check_one(module, None, torch.float16, None)
    check_one(module, "body.2", torch.bfloat16, "body.2", value=float("nan"))


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`register_forward_hook` calls your function with the module, its inputs "
            "and its output; its result has `remove()`. `torch.isfinite` is `False` "
            "for both infinities and for nan."
        ),
        right=(
            "Ten runs, and each time the first layer that was not finite, or none. "
            "Next: run it over a copy of a model of yours with `torch.float16`."
        ),
    )
