"""Check train_step: python check.py [FILE]."""

import copy
import random
import sys
from pathlib import Path
from types import ModuleType

import torch
from torch import nn
from torch.nn import functional as F

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


class Scaler:
    """A GradScaler that works without a GPU and notes what is asked of it."""

    def __init__(self, scale: float, model: nn.Module):
        self.factor, self.model, self.calls = scale, model, []

    def scale(self, loss: torch.Tensor) -> torch.Tensor:
        self.calls.append("scale")
        if torch.is_autocast_enabled("cpu"):
            self.calls.append("under autocast")
        gradients = [p.grad for p in self.model.parameters() if p.grad is not None]
        if any(gradient.any() for gradient in gradients):
            self.calls.append("old gradients")
        return loss * self.factor

    def unscale_(self, optimizer: torch.optim.Optimizer) -> None:
        self.calls.append("unscale_")
        for group in optimizer.param_groups:
            for parameter in group["params"]:
                parameter.grad /= self.factor

    def step(self, optimizer: torch.optim.Optimizer) -> None:
        self.calls.append("step")
        if "unscale_" not in self.calls:
            self.unscale_(optimizer)
        optimizer.step()

    def update(self) -> None:
        self.calls.append("update")


def reference(
    model: nn.Module, images: torch.Tensor, labels: torch.Tensor, lr: float
) -> torch.Tensor:
    model.zero_grad()
    with torch.autocast("cpu", dtype=torch.bfloat16):
        loss = F.cross_entropy(model(images), labels)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter -= lr * parameter.grad
    return loss.detach()


def check(module: ModuleType) -> None:
    model = nn.Sequential(nn.Flatten(), nn.Linear(16, 8), nn.ReLU(), nn.Linear(8, 3))
    ours, lr, dtypes = copy.deepcopy(model), random.uniform(0.05, 0.2), []
    model[1].register_forward_hook(
        lambda layer, inputs, output: dtypes.append(output.dtype)
    )
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    scaler = Scaler(float(2 ** random.randint(8, 12)), model)
    for number in cases((1, 2, 3)):
        images, labels = 20 * torch.randn(12, 1, 4, 4), torch.randint(3, (12,))
        scaler.calls.clear()
        call = f"train_step(...), step {number}"
        loss = module.train_step(
            model, optimizer, scaler, images, labels, torch.bfloat16
        )
        want = reference(ours, images, labels, lr)
        if dtypes and dtypes[-1] != torch.bfloat16:
            hint = "the forward pass runs under torch.autocast"
            expect(
                f"{call}: dtype of the first layer's output",
                dtypes[-1],
                torch.bfloat16,
                hint,
            )
        if isinstance(loss, torch.Tensor) and loss.requires_grad:
            raise Wrong(
                call,
                expected="a detached loss",
                got=repr(loss),
                hint="return loss.detach()",
            )
        expect(
            call, loss, want, "return the loss itself, not the scaled one", rtol=2e-2
        )
        if "under autocast" in scaler.calls:
            raise Wrong(
                call,
                expected="backward outside of autocast",
                got="inside",
                hint="end the with before it",
            )
        if "old gradients" in scaler.calls:
            raise Wrong(
                call,
                expected="no gradients before backward",
                got="old ones",
                hint="clear the gradients first",
            )
        if scaler.calls[-1:] != ["update"]:
            hint = (
                "scaler.update() comes last, so that the scale can follow the gradients"
            )
            raise Wrong(call, expected="update", got=", ".join(scaler.calls), hint=hint)
        got, right = model[1].weight.detach(), ours[1].weight.detach()
        hint = "clip to a norm of 1, then scaler.step(optimizer)"
        if "unscale_" not in scaler.calls[:2]:
            hint = "scaler.unscale_(optimizer) comes before the clip"
        expect(f"{call}: the first weight", got, right, hint, rtol=5e-2, atol=2e-3)


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`scaler.scale(loss).backward()`, `scaler.unscale_(optimizer)`, clip, "
            "`scaler.step(optimizer)`, `scaler.update()`."
        ),
    )
