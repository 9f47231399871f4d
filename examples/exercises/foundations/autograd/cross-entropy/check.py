"""Check cross_entropy_gradient: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import torch
from torch.autograd import forward_ad
from torch.overrides import TorchFunctionMode

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main

GENERAL = (
    "one row gives softmax minus one-hot, the batch divides that by the number of rows"
)


class ByHand(TorchFunctionMode):
    """Refuses autograd, backward or forward, as in torch.func, and differences."""

    def __torch_function__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        if torch.is_grad_enabled() or forward_ad._current_level >= 0:
            raise Wrong(
                "cross_entropy_gradient turns autograd on again",
                hint=(
                    "derive the gradient by hand and write down its formula; "
                    "autograd is what it is compared with"
                ),
            )
        name = getattr(func, "__name__", "")
        if name.endswith("_loss") or "cross_entropy" in name:
            raise Wrong(
                f"cross_entropy_gradient calls {name}",
                hint="no loss is needed: write down the formula of its gradient",
            )
        return func(*args, **(kwargs or {}))


def hint_for(
    logits: torch.Tensor, labels: torch.Tensor, want: torch.Tensor, got: object
) -> str:
    if not isinstance(got, torch.Tensor) or got.shape != want.shape:
        return GENERAL
    if got.isnan().any():
        return (
            "exp of a large number is inf, and inf / inf is nan; "
            "torch.softmax subtracts the largest logit first"
        )
    rows = len(logits)
    softmax = torch.softmax(logits, dim=1)
    down = want + (torch.softmax(logits, dim=0) - softmax) / rows
    if torch.allclose(got, down, atol=1e-6):
        return "softmax goes along the classes, dim=1; yours goes down the rows"
    if torch.allclose(got, rows * want, atol=1e-6):
        return (
            "the loss is the mean over the rows, "
            "so the gradient is divided by their number"
        )
    if any(torch.allclose(got, softmax / by, atol=1e-6) for by in (1, rows)):
        return (
            "the term - z[k] of the loss contributes too: "
            "subtract 1 at the label of each row"
        )
    if torch.allclose(got, -want, atol=1e-6):
        return (
            "the sign is wrong: following your gradient downhill would raise the loss"
        )
    return GENERAL


def check(module: ModuleType) -> None:
    for scale in cases((1.0, 1.0, 1.0, 1.0, 1.0, 200.0)):
        rows, classes = random.randint(2, 6), random.randint(2, 5)
        logits = scale * torch.randn(rows, classes)
        logits[0, 0] = scale
        labels = torch.randint(classes, (rows,))
        leaf = logits.clone().requires_grad_()
        torch.nn.functional.cross_entropy(leaf, labels).backward()
        want = leaf.grad
        with torch.no_grad(), ByHand():
            got = module.cross_entropy_gradient(logits.clone(), labels.clone())
        call = f"cross_entropy_gradient(\n{logits},\n{labels})"
        expect(call, got, want, hint_for(logits, labels, want, got))


if __name__ == "__main__":
    main(
        check,
        hints=(
            "The derivative of `log(sum(exp(z)))` with respect to z is "
            "`torch.softmax(z, dim=-1)`, which also copes with large numbers. "
            "`torch.nn.functional.one_hot(labels, classes)` has a 1 where the label "
            "is. And the mean is over how many?"
        ),
        right=(
            "Six batches agree with autograd, one of them with logits in the "
            "hundreds. Next: divide exp(z) by its sum over each row instead of "
            "calling softmax, and see what that batch gives."
        ),
    )
