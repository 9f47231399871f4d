"""Check find_lr: python check.py [FILE]."""

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


def reference(model: nn.Module, batches: list, lrs: list[float]) -> list[float]:
    model, losses = copy.deepcopy(model).train(), []
    for lr, (inputs, labels) in zip(lrs, batches):
        model.zero_grad()
        loss = F.cross_entropy(model(inputs), labels)
        loss.backward()
        with torch.no_grad():
            for parameter in model.parameters():
                parameter -= lr * parameter.grad
        losses.append(loss.item())
        if not losses[-1] <= 4 * min(losses):
            break
    return losses


def rises_before(losses: list[float]) -> bool:
    """Whether a loss is well above the smallest, but not four times, before one is."""
    shares = [loss / min(losses[: number + 1]) for number, loss in enumerate(losses)]
    return shares[-1] > 4.2 and losses[-1] < 1e3 and 2.5 < max(shares[:-1]) < 3.8


class Given(nn.Module):
    """A model whose loss is what the batch says, whatever is trained."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(()))

    def forward(self, losses: torch.Tensor) -> torch.Tensor:
        wrong = losses.expm1().log()
        return torch.stack([torch.zeros_like(wrong), wrong], dim=1) + 0 * self.weight


def check_stop(module: ModuleType) -> None:
    """Losses that rise to 3.8 times the smallest, and later to 4.4 times."""
    given = [1.0, 3.8, 0.5, 1.9, 2.2, 0.5]
    batches = [
        (torch.full((4,), loss), torch.zeros(4, dtype=torch.int64)) for loss in given
    ]
    _, losses = module.find_lr(Given(), batches, 0.1, 2.0)
    if len(losses) != 5:
        raise Wrong(
            f"find_lr of a model with the losses {given}",
            expected=given[:5],
            got=[round(loss, 2) for loss in losses],
            hint=(
                "four times the smallest so far: "
                "3.8 times is not enough, and 4.4 times is"
            ),
        )


def check(module: ModuleType) -> None:
    for classes, case in cases([(3, "falls"), (4, "explodes"), (4, "nan")]):
        while True:
            first = [nn.Linear(5, 8), nn.BatchNorm1d(8), nn.Tanh()]
            model = nn.Sequential(*first, nn.Linear(8, classes)).eval()
            batches = [
                (torch.randn(6, 5), torch.randint(classes, (6,))) for _ in range(12)
            ]
            lowest = random.uniform(0.01, 0.02)
            ratio = 2.5 if case == "explodes" else random.uniform(1.1, 1.3)
            want_lrs = [lowest * ratio**number for number in range(12)]
            if case != "explodes" or rises_before(reference(model, batches, want_lrs)):
                break
        if case == "nan":
            batches[random.randint(3, 9)][0].fill_(float("nan"))
        before = copy.deepcopy(model.state_dict())
        call = f"find_lr(model, 12 batches, lowest={lowest:.4f}, ratio={ratio:.2f})"
        answer = module.find_lr(model, list(batches), lowest, ratio)
        if not (isinstance(answer, tuple) and len(answer) == 2):
            expect(
                call,
                answer,
                ([0.0], [0.0]),
                "return two lists, the learning rates and the losses",
            )
        lrs, losses = answer
        state = model.state_dict()
        changed = [n for n in state if not torch.equal(state[n], before[n])]
        gradients = [p.grad for p in model.parameters() if p.grad is not None]
        if changed or model.training or gradients:
            what = "another mode, or gradients"
            if changed:
                what = f"changed: {', '.join(changed)}"
            raise Wrong(
                call,
                expected="the same model",
                got=what,
                hint="the model leaves as it came: train a copy",
            )
        model.load_state_dict(before)
        want = reference(model, batches, want_lrs)
        for number, (lr, want_lr) in enumerate(zip(lrs, want_lrs)):
            hint = "each learning rate is the one before it times the ratio"
            expect(f"{call}: learning rate {number}", float(lr), want_lr, hint)
        if len(lrs) != len(losses):
            expect(
                f"{call}: number of losses",
                len(losses),
                len(lrs),
                "one loss for each learning rate",
            )
        for number, (loss, right) in enumerate(zip(losses[: len(want)], want)):
            if right != right or right > 1e4:
                continue
            hint = (
                "clear the gradients before each backward, "
                "set the learning rate before the step, train in train(), "
                "and take plain SGD without momentum"
            )
            expect(
                f"{call}: loss {number}", float(loss), right, hint, rtol=1e-2, atol=1e-2
            )
        hint = (
            "stop after the first loss above four times the smallest so far, "
            "or not finite; it is the last of the list"
        )
        expect(f"{call}: number of steps", len(losses), len(want), hint)
    check_stop(module)


if __name__ == "__main__":
    main(
        check,
        hints=("Train a copy: `copy.deepcopy(model)`."),
        right=(
            "The model came back as it was, also when the loss exploded. Now run it "
            "on the network of the page: where is the lowest point?"
        ),
    )
