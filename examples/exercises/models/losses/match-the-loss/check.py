"""Check loss_for: python check.py [FILE]."""

import random
import sys
import warnings
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import cases, expect, main

HINTS = {
    "price": (
        "take the mean of the squared differences, between tensors of equal shape: "
        "with (N, 1) against (N,) every output meets every target"
    ),
    "outliers": (
        "take the mean of the absolute differences, between tensors of equal shape"
    ),
    "digit": (
        "log-softmax is part of cross entropy; "
        "give it the logits, and class numbers of shape (N,)"
    ),
    "spam": (
        "the sigmoid is part of the loss with logits; "
        "give it the logits, and targets as floats of the same shape"
    ),
    "tags": (
        "each tag is a yes-or-no question of its own: "
        "one binary loss for each of the N times K numbers"
    ),
    "words": (
        "the mean over the positions without -1, each with its own logits: "
        "move the classes to axis 1 by transposing, not by reshaping"
    ),
}


def batch(task: str) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Outputs, targets and the right loss, the latter from the definition."""
    rows = random.randint(3, 6)
    classes = random.randint(3, 5)
    length = random.randint(6, 8)
    if task in ("price", "outliers"):
        outputs, targets = torch.randn(rows, 1), 3 + torch.randn(rows)
        difference = outputs.flatten() - targets
        each = difference.square() if task == "price" else difference.abs()
        return outputs, targets, each.mean()
    if task == "digit":
        outputs, targets = 3 * torch.randn(rows, 10), torch.randint(10, (rows, 1))
        return outputs, targets, -outputs.log_softmax(1).gather(1, targets).mean()
    if task in ("spam", "tags"):
        columns = 1 if task == "spam" else classes
        outputs = 3 * torch.randn(rows, columns)
        targets = torch.randint(2, (rows, columns))
        targets[:2, 0] = torch.tensor([0, 1])
        each = torch.log1p(torch.exp(torch.where(targets == 1, -outputs, outputs)))
        targets = targets.flatten().bool() if task == "spam" else targets
        return outputs, targets, each.mean()
    outputs = 3 * torch.randn(rows, length, classes)
    targets = torch.randint(classes, (rows, length))
    targets[0, -2:] = -1
    picks = targets.clamp(min=0).unsqueeze(2)
    each = -outputs.log_softmax(2).gather(2, picks).squeeze(2)
    return outputs, targets, each[targets >= 0].mean()


def check(module: ModuleType) -> None:
    warnings.simplefilter("ignore")
    for _ in cases(range(3)):
        for task, hint in HINTS.items():
            outputs, targets, want = batch(task)
            got = module.loss_for(task, outputs.clone(), targets.clone())
            call = (
                f'loss_for("{task}", outputs of shape {tuple(outputs.shape)}, '
                f"targets of shape {tuple(targets.shape)})"
            )
            expect(call, got, want, hint)


if __name__ == "__main__":
    main(
        check,
        hints=(
            'Look at the table "Which loss?" on the page. `squeeze(1)` removes an '
            "axis of size 1 and `float()` converts."
        ),
        right=(
            "Six tasks, three batches of each. Now leave a `squeeze` out: for which "
            "tasks does PyTorch raise, and for which does only the check object?"
        ),
    )
