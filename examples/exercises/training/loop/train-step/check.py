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


def make_model(features: int, classes: int) -> nn.Sequential:
    return nn.Sequential(nn.Linear(features, 16), nn.Tanh(), nn.Linear(16, classes))


def make_batch(features: int, classes: int) -> tuple[torch.Tensor, torch.Tensor]:
    targets = torch.randint(0, classes, (32,))
    centers = 2 * torch.eye(classes, features)
    return torch.randn(32, features) + centers[targets], targets


def flat(tensors: list[torch.Tensor]) -> torch.Tensor:
    return torch.cat([tensor.detach().flatten() for tensor in tensors])


def check_one_step(module: ModuleType, lr: float) -> None:
    """What step() finds must be the gradient of each batch alone."""
    features, classes = random.randint(3, 8), random.randint(2, 3)
    model = make_model(features, classes).eval()
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    found, modes = [], []
    optimizer.register_step_post_hook(
        lambda *_: found.append([copy.deepcopy(p.grad) for p in model.parameters()])
    )
    model.register_forward_hook(lambda *_: modes.append(model.training))
    other = model(torch.randn(8, features))
    F.cross_entropy(other, torch.zeros(8, dtype=torch.int64)).backward()
    modes.clear()
    for number in range(2):
        inputs, targets = make_batch(features, classes)
        parameters = list(model.parameters())
        before = flat(parameters)
        old = [p.grad.clone() for p in parameters if p.grad is not None]
        reference = copy.deepcopy(model)
        loss = F.cross_entropy(reference(inputs), targets)
        gradients = torch.autograd.grad(loss, list(reference.parameters()))
        found.clear()
        modes.clear()
        got = module.train_step(model, optimizer, F.cross_entropy, inputs, targets)
        call = (
            f"train_step(model, SGD with lr={lr}, cross_entropy, inputs, targets), "
            f"call {number + 1}"
        )
        expect(
            call,
            got,
            loss.item(),
            "return the loss of this batch, from before the step",
        )
        if not all(modes[-1:]) or not model.training:
            raise Wrong(
                call,
                expected="the model in training mode",
                got="eval mode",
                hint="call model.train() first, and leave the model in that mode",
            )
        if len(found) != 1:
            raise Wrong(
                call,
                expected="1 call of optimizer.step()",
                got=len(found),
                hint="call step() once; without step() no parameter moves",
            )
        if any(gradient is None or not gradient.any() for gradient in found[0]):
            raise Wrong(
                call,
                expected="the gradient of this batch, when step() is called",
                got="no gradient",
                hint=(
                    "backward() comes before step(), "
                    "and zero_grad() does not stand between them"
                ),
            )
        same = torch.allclose(flat(found[0]), flat(gradients), rtol=1e-4, atol=1e-6)
        added = old and torch.allclose(
            flat(found[0]), flat(gradients) + flat(old), rtol=1e-4, atol=1e-6
        )
        if not same and added and number == 0:
            hint = (
                "a gradient from before the call was added; "
                "zero_grad() has to come before backward()"
            )
        elif not same and added:
            hint = (
                "the gradient of the batch before was still there; "
                "call zero_grad() in each step"
            )
        else:
            hint = "backward() belongs to the loss of this batch, once"
        if not same:
            size, want = flat(found[0]).norm().item(), flat(gradients).norm().item()
            raise Wrong(
                call,
                expected=f"a gradient of norm {want:.4f} when step() is called",
                got=f"{size:.4f}",
                hint=hint,
            )
        moved = flat(list(model.parameters())) - before
        if not torch.allclose(moved, -lr * flat(gradients), rtol=1e-3, atol=1e-6):
            raise Wrong(
                call,
                expected="each parameter less lr times its gradient",
                got="another change",
                hint="leave the weights to optimizer.step(), one call",
            )


def check(module: ModuleType) -> str:
    for lr in cases((0.0, 0.1, random.uniform(0.01, 0.5))):
        check_one_step(module, lr)
    return "In three models, what `step()` found was the gradient of each batch alone."


if __name__ == "__main__":
    main(
        check,
        hints=(
            "There are five lines and `model.train()`. `item()` makes a Python number "
            "of a loss."
        ),
        right=(
            "Next: move `zero_grad()` between `backward()` and `step()`, and see "
            "whether the check names what you did."
        ),
    )
