"""Check gradient_of_mean_square: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import torch
from torch.overrides import TorchFunctionMode

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


class Asked(TorchFunctionMode):
    """Notes whether autograd was asked for a gradient."""

    calls = torch.Tensor.backward, torch.autograd.backward, torch.autograd.grad

    def __init__(self) -> None:
        super().__init__()
        self.found = False

    def __torch_function__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        self.found |= func in self.calls
        return func(*args, **(kwargs or {}))


def hint_for(x: torch.Tensor, got: object) -> str:
    same_shape = isinstance(got, torch.Tensor) and got.shape == x.shape
    if same_shape and torch.allclose(got, 2 * x):
        return (
            "that is the gradient of the sum; "
            "the mean divides by the number of elements"
        )
    if same_shape and torch.allclose(got, x / 6):
        return (
            "x / 6 is right for 12 elements only; "
            "divide by the number of elements of this x"
        )
    return (
        "the mean of n squares has the gradient 2 * x / n, where n counts all elements"
    )


def check(module: ModuleType) -> None:
    shapes = [
        tuple(random.randint(2, 6) for _ in range(random.randint(1, 3)))
        for _ in range(10)
    ]
    found = []
    for shape in cases([(4, 3), (5, 2), *shapes]):
        x = torch.randn(shape)
        before, want = x.clone(), 2 * x / x.numel()
        call = f"gradient_of_mean_square(x) for x of shape {shape}"
        with Asked() as asked:
            got = module.gradient_of_mean_square(x)
        expect(call, got, want, hint_for(before, got))
        if x.requires_grad or not torch.equal(x, before):
            raise Wrong(
                call,
                hint=(
                    "x itself has changed; "
                    "work on a leaf of your own, x.detach().clone()"
                ),
            )
        if x.grad is not None:
            raise Wrong(
                call, hint="x has a .grad now; leave that to a leaf of your own"
            )
        if got.requires_grad:
            raise Wrong(
                call,
                hint=(
                    "the result still requires gradients; return the .grad of your leaf"
                ),
            )
        found.append(asked.found)
    if not all(found):
        raise Wrong(
            "gradient_of_mean_square(x)",
            hint=(
                "right, but without backward or torch.autograd.grad; "
                "let backward compute it"
            ),
        )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`mean()` gives one number, so `backward()` needs no argument. "
            "`x.detach().clone()` is a leaf of your own; `requires_grad_()` makes "
            "autograd watch it."
        ),
        right=(
            "Twelve shapes agree with 2 * x / n, and autograd computed them. "
            "Next: take x.requires_grad_() itself for the leaf and call it twice "
            "with the same x; say beforehand what comes back."
        ),
    )
