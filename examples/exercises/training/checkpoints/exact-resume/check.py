"""Check save and resume: python check.py [FILE]."""

import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

import torch
from torch import nn
from torch.nn import functional as F

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main

HINTS = {
    "model": "save and load the whole state_dict of the model: weights and buffers",
    "optimizer": "the optimizer has a state_dict too: save and load it",
    "scheduler": "the scheduler has a state_dict too: save and load it",
    "random": "dropout draws other numbers; restore the random state that was saved",
}


def make(seed: int) -> tuple:
    torch.manual_seed(seed)
    model = nn.Sequential(
        nn.Linear(6, 16),
        nn.BatchNorm1d(16),
        nn.ReLU(),
        nn.Dropout(0.5),
        nn.Linear(16, 1),
    )
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.05)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.5)
    return model, optimizer, scheduler


def train(
    parts: tuple, inputs: torch.Tensor, targets: torch.Tensor, epochs: int
) -> None:
    model, optimizer, scheduler = parts
    model.train()
    for _ in range(epochs):
        for batch, wanted in zip(inputs.split(8), targets.split(8)):
            optimizer.zero_grad()
            F.mse_loss(model(batch), wanted).backward()
            optimizer.step()
        scheduler.step()


def same_tensors(left: dict, right: dict) -> bool:
    return left.keys() == right.keys() and all(
        torch.equal(left[name], right[name]) for name in left
    )


def first_difference(
    parts: tuple, model_state: dict, momenta: list, schedule: dict, rng: torch.Tensor
) -> str:
    model, optimizer, scheduler = parts
    if not same_tensors(model.state_dict(), model_state):
        return "model"
    found = list(optimizer.state_dict()["state"].values())
    if len(found) != len(momenta) or not all(map(same_tensors, found, momenta)):
        return "optimizer"
    if scheduler.state_dict() != schedule:
        return "scheduler"
    return "" if torch.equal(torch.get_rng_state(), rng) else "random"


def weights_only(load: Callable) -> Callable:
    """torch.load, which refuses to be asked for any objects."""

    def refusing(*args: Any, **settings: Any) -> Any:
        if settings.get("weights_only") is False:
            raise Wrong(
                "resume calls torch.load(..., weights_only=False)",
                hint="open the file with weights_only=True",
            )
        return load(*args, **settings)

    return refusing


def check(module: ModuleType) -> str:
    for _ in cases(range(2)):
        seed, done = random.randint(1, 10**6), random.randint(1, 4)
        torch.manual_seed(seed)
        inputs, targets = torch.randn(24, 6), torch.randn(24, 1)
        whole = make(seed)
        train(whole, inputs, targets, done)
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder) / "run.pt")
            module.save(path, *whole, done)
            if not Path(path).exists():
                raise Wrong(
                    f"save({done} epochs done)",
                    expected="a file",
                    got="none",
                    hint="call torch.save with this path",
                )
            rng = torch.get_rng_state()
            model, optimizer, scheduler = whole
            model_state = {
                name: tensor.clone() for name, tensor in model.state_dict().items()
            }
            momenta = [
                {k: v.clone() for k, v in one.items()}
                for one in optimizer.state_dict()["state"].values()
            ]
            schedule = dict(scheduler.state_dict())
            train(whole, inputs, targets, 3)
            resumed = make(seed + 1)
            with patch.object(torch, "load", weights_only(torch.load)):
                got = module.resume(path, *resumed)
        call = f"resume after {done} epochs"
        expect(call, got, done, "return the epoch that was saved")
        part = first_difference(resumed, model_state, momenta, schedule, rng)
        if part:
            raise Wrong(
                call,
                expected="everything as saved",
                got=f"another {part}",
                hint=HINTS[part],
            )
        train(resumed, inputs, targets, 3)
        if not same_tensors(resumed[0].state_dict(), whole[0].state_dict()):
            raise Wrong(
                f"{call}, then 3 more epochs",
                expected="the weights of the run without a break",
                got="others",
                hint=(
                    "the learning rate is in the optimizer's param_groups: "
                    "load its whole state_dict, and set nothing after that; "
                    "load the model without assign=True, as the optimizer holds "
                    "the parameters that were there"
                ),
            )
    return "Two runs went on with the weights of a run without a break, bit for bit."


if __name__ == "__main__":
    main(
        check,
        hints=(
            "The model has dropout, which draws from the default generator: "
            "`torch.get_rng_state()`. The file is opened with `weights_only=True`, "
            "so it may hold state dicts, tensors and numbers. Load the random state "
            "last, so that nothing draws between it and the training."
        ),
        right=("Next: leave the random state out of the file and run the check again."),
    )
