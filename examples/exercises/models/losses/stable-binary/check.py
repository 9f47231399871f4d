"""Check binary_loss: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import torch
from torch.overrides import TorchFunctionMode

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


class NoLoss(TorchFunctionMode):
    """Refuse the loss functions of PyTorch."""

    def __torch_function__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        name = getattr(func, "__name__", "")
        if name.endswith("_loss") or "cross_entropy" in name:
            raise Wrong(
                f"binary_loss calls {name}",
                hint="write the formula yourself, without a loss function of PyTorch",
            )
        return func(*args, **(kwargs or {}))


def check(module: ModuleType) -> None:
    for scale, soft in cases(((1.0, False), (1.0, False), (200.0, False), (1.0, True))):
        rows = random.randint(3, 6)
        logits = scale * torch.randn(rows)
        logits[0], logits[1] = scale, -scale
        targets = (
            0.2 + 0.2 * torch.rand(rows) if soft else torch.randint(2, (rows,)).float()
        )
        targets[:2] = torch.tensor([0.0, 1.0])
        want = torch.nn.functional.binary_cross_entropy_with_logits(logits, targets)
        with NoLoss():
            got = module.binary_loss(logits.clone(), targets.clone())
        hint = "follow the formula of the docstring, then take the mean"
        if isinstance(got, torch.Tensor) and got.shape == want.shape:
            if not got.isfinite():
                hint = (
                    "for a large logit something became infinite: "
                    "log of 0, or exp of a large number"
                )
            elif scale > 100:
                hint = (
                    "for a large logit of the wrong sign the loss is its size; "
                    "clamping cuts it off"
                )
            elif torch.allclose(got, rows * want):
                hint = "this is the sum, return the mean"
            elif soft:
                hint = "targets between 0 and 1 count too: keep t and 1 - t as factors"
        expect(f"binary_loss(\n{logits},\n{targets})", got, want, hint)
    logits = torch.tensor([0.0, 0.0, 200.0, -200.0], requires_grad=True)
    targets = torch.tensor([0.0, 1.0, 0.0, 1.0])
    got = module.binary_loss(logits, targets)
    if got.requires_grad:
        got.backward()
    call = f"gradient of binary_loss at\n{logits},\n{targets}"
    if logits.grad is None:
        hint = "no gradient arrives: item(), detach() and no_grad() end the graph"
        raise Wrong(call, hint=hint)
    hint = (
        "the gradient is (p - t) / rows; at a logit of 0 it is halfway: there, "
        "torch.maximum shares its gradient, clamp does not"
    )
    if logits.grad.isnan().any():
        hint = (
            "where multiplies the branch that it leaves by 0, and "
            "0 times infinity is NaN"
        )
    want = (logits.detach().sigmoid() - targets) / 4
    expect(call, logits.grad, want, hint)


if __name__ == "__main__":
    main(
        check,
        hints=(
            "-log(p) is log(1 + exp(-z)), where z is the logit. For which z does "
            "exp overflow? `max(-z, 0)` can be taken out of the logarithm: with "
            "`torch.maximum` the gradient at 0 is right, with `clamp` it is not. And "
            "log(1 - p) = log(p) - z. `torch.log1p(x)` computes log(1 + x)."
        ),
        right=(
            "It held for logits of hundreds, for targets between 0 and 1, and in the "
            "gradient. Now compute `-log(1 - sigmoid(200))` in the obvious way, and "
            "look at what your formula avoids."
        ),
    )
