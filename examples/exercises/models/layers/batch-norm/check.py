"""Check batch_norm: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import torch
from torch import nn
from torch.overrides import TorchFunctionMode

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main

PARTS = {"rtol": 1e-3, "atol": 1e-4}


class ByHand(TorchFunctionMode):
    """Refuses batch normalisation by PyTorch."""

    def __torch_function__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        if "batch_norm" in getattr(func, "__name__", ""):
            raise Wrong(
                "batch_norm calls the batch norm of PyTorch",
                hint="compute it by hand, from mean and variance",
            )
        return func(*args, **(kwargs or {}))


def one(
    module: ModuleType,
    x: torch.Tensor,
    norm: nn.BatchNorm1d,
    eps_hint: str | None = None,
    default: bool = False,
) -> None:
    mean, variance = norm.running_mean.clone(), norm.running_var.clone()
    before = mean.clone(), variance.clone()
    in_place = (
        "change running_mean and running_var in place, with lerp_ or copy_; "
        "assigning to the name does not"
    )
    told = f"training={norm.training}, momentum={norm.momentum}, eps={norm.eps}"
    with torch.no_grad():
        want = norm(x)
        given = x.clone()
        settings = {} if default else {"momentum": norm.momentum, "eps": norm.eps}
        with ByHand():
            got = module.batch_norm(given, mean, variance, norm.training, **settings)
    if norm.training:
        hint = (
            "standardise by the mean and variance of this batch, "
            "and take the variance with correction=0"
        )
    else:
        hint = (
            "in eval mode, it is (x - running_mean) / (running_var + eps).sqrt(), "
            "whatever the batch"
        )
    expect(f"batch_norm of\n{x}\nwith {told}", got, want, eps_hint or hint, **PARTS)
    if not norm.training:
        hint = "in eval mode, running_mean and running_var stay as they are"
    elif torch.equal(mean, before[0]):
        hint = in_place
    else:
        hint = "the new value is (1 - momentum) * running_mean + momentum * mean"
    expect(
        f"x afterwards, with {told}",
        given,
        x,
        "return a new tensor and leave x as it is",
    )
    expect(
        f"running_mean afterwards, with {told}", mean, norm.running_mean, hint, **PARTS
    )
    if norm.training and torch.equal(variance, before[1]):
        hint = in_place
    elif norm.training:
        hint = (
            "running_var takes up the variance with n - 1 in the denominator, "
            "which is var(dim=0)"
        )
    expect(
        f"running_var afterwards, with {told}",
        variance,
        norm.running_var,
        hint,
        **PARTS,
    )


def check(module: ModuleType) -> None:
    for momentum in cases((0.1, 0.3, 0.5)):
        rows, features = random.randint(3, 6), random.randint(2, 4)
        norm = nn.BatchNorm1d(features, affine=False, momentum=momentum)
        for training in (True, False, True):
            norm.train(training)
            x = 2.0 * torch.arange(rows)[:, None] + torch.rand(rows, features)
            one(module, x, norm)
    norm = nn.BatchNorm1d(2, affine=False, eps=0.5)
    hint = "add eps to the variance, then take the square root of the sum"
    x = torch.tensor([[1.0, 2.0], [2.0, 4.0], [3.0, 6.0]])
    one(module, x, norm, hint)
    one(module, x, norm.eval(), hint)
    hint = "without an argument, eps is 1e-5"
    x, norm = 1 + 0.003 * torch.randn(4, 2), nn.BatchNorm1d(2, affine=False)
    one(module, x, norm, hint, default=True)
    x = torch.rand(3, 2, requires_grad=True)
    mean, variance = torch.zeros(2), torch.ones(2)
    got = module.batch_norm(x, mean, variance, True)
    graphs = got.requires_grad, mean.requires_grad, variance.requires_grad
    if graphs != (True, False, False):
        raise Wrong(
            "batch_norm of an x that requires gradients: (result, running_mean, "
            f"running_var) require them: {graphs}",
            hint="the result needs the graph of x; detach what the running ones get",
        )
    weights, norm = torch.rand(3, 2), nn.BatchNorm1d(2, affine=False)
    (slope,) = torch.autograd.grad((got * weights).sum(), x)
    (want,) = torch.autograd.grad((norm(x) * weights).sum(), x)
    told = f"the gradient for x of (batch_norm(x, ...) * w).sum(), x\n{x}\nw\n{weights}"
    hint = "the mean and variance of the batch belong to the graph of the result"
    expect(told, slope, want, hint, **PARTS)
    x = torch.rand(1, 2)
    if module.batch_norm(x, torch.zeros(2), torch.ones(2), False).shape != x.shape:
        raise Wrong(
            "batch_norm of one row in eval mode", hint="the result has the shape of x"
        )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`var(dim=0, correction=0)` divides by the number of rows, `var(dim=0)` "
            "by one less. One of them standardises the batch, the other goes into "
            "`running_var`. `running_mean.lerp_(mean.detach(), momentum)` moves in "
            "place, outside of the graph."
        ),
        right=(
            "Training and evaluation agreed with `nn.BatchNorm1d`, for three values"
            " of momentum. Now call yours with a single row in training: what comes"
            " out, and what does `nn.BatchNorm1d` say?"
        ),
    )
