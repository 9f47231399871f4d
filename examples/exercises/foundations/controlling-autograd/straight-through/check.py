"""Check round_straight_through: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import torch
from torch.overrides import TorchFunctionMode

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


class NoData(TorchFunctionMode):
    """Refuses to read or to set .data."""

    def __torch_function__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        if getattr(func, "__self__", None) is torch.Tensor.data:
            raise Wrong(
                "round_straight_through uses .data",
                hint="use detach() instead of .data, which hides changes from autograd",
            )
        return func(*args, **(kwargs or {}))


def check(module: ModuleType) -> None:
    for _ in cases(range(10)):
        x = (4 * torch.randn(random.randint(2, 5), 3)).requires_grad_()
        weights = torch.randn(x.shape) + 3
        before = x.detach().clone()
        call = f"round_straight_through(x) for x of shape {tuple(x.shape)}"
        with NoData():
            got = module.round_straight_through(x)
        value = got.detach() if isinstance(got, torch.Tensor) else got
        expect(
            call,
            value,
            torch.round(before),
            "the values must be whole, as torch.round makes them",
            atol=1e-4,
        )
        if not torch.equal(x, before):
            raise Wrong(call, hint="x itself has changed; return a new tensor")
        call = "x.grad after (w * round_straight_through(x)).sum().backward()"
        if got.requires_grad:
            (weights * got).sum().backward()
        if x.grad is None:
            raise Wrong(
                call,
                hint="no gradient reaches x: nothing leads from the result back to it",
            )
        hint = "the gradient should be w"
        if not x.grad.any():
            hint = (
                "the gradient is zero: from round(), from a second x that cancels "
                "the first, or from a backward of your own"
            )
        elif torch.allclose(x.grad, 2 * weights):
            hint = "the gradient is doubled: on its way back, w must arrive once"
        expect(call, x.grad, weights, hint)


if __name__ == "__main__":
    main(
        check,
        hints=(
            "One way: write the rounded value as x plus a correction. Which of the two "
            "must be a constant for autograd?"
        ),
        right=(
            "Ten tensors agree: whole values, and the gradient of x. Next: "
            "multiply the result by itself instead of by w, and say beforehand "
            "at which values the gradient is taken."
        ),
    )
