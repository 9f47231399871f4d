"""Check load_matching: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch
from torch import nn

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


def make(hidden: int, classes: int, extra: bool = False) -> nn.Sequential:
    model = nn.Sequential(
        nn.Linear(4, hidden),
        nn.BatchNorm1d(hidden),
        nn.ReLU(),
        nn.Linear(hidden, classes),
    )
    if extra:
        model.append(nn.LayerNorm(classes))
    model(torch.randn(8, 4))
    return model


def check_pair(
    module: ModuleType, call: str, source: nn.Module, target: nn.Module
) -> None:
    saved = {name: tensor.clone() for name, tensor in source.state_dict().items()}
    given = dict(saved)
    before = {name: tensor.clone() for name, tensor in target.state_dict().items()}
    parameters = list(target.parameters())
    both = saved.keys() & before.keys()
    fits = [name for name in both if saved[name].shape == before[name].shape]
    try:
        got = module.load_matching(target, given)
    except RuntimeError as error:
        if "size mismatch" not in str(error):
            raise
        raise Wrong(
            call,
            expected="what fits is loaded",
            got="a size mismatch",
            hint=(
                "strict=False does not forgive a wrong shape; "
                "leave these tensors out first"
            ),
        ) from error
    if given.keys() != saved.keys():
        raise Wrong(
            call,
            expected=f"{len(saved)} names in state",
            got=len(given),
            hint="leave state as it is",
        )
    for name, tensor in target.state_dict().items():
        want = saved[name] if name in fits else before[name]
        if not torch.equal(tensor, want):
            hint = "copy what fits"
            if "running" in name or "num_" in name:
                hint = "buffers are in the state_dict too"
            raise Wrong(
                call,
                expected=f"{name} {'as saved' if name in fits else 'as it was'}",
                got="other values",
                hint=hint,
            )
    if any(new is not old for new, old in zip(target.parameters(), parameters)):
        raise Wrong(
            call,
            expected="the parameters that were there, with other values",
            got="other parameters",
            hint=(
                "copy, without assign=True; "
                "an optimizer holds the parameters that were there"
            ),
        )
    expect(
        call,
        got,
        sorted(set(before) - set(fits)),
        "return the names that were not filled, sorted",
    )


def check(module: ModuleType) -> None:
    for _ in cases(range(3)):
        hidden, classes = random.randint(3, 6), random.randint(2, 5)
        pairs = {
            "other classes": (make(hidden, classes), make(hidden, classes + 2)),
            "the same model": (make(hidden, classes), make(hidden, classes)),
            "a longer model": (
                make(hidden, classes),
                make(hidden, classes, extra=True),
            ),
            "a shorter model": (
                make(hidden, classes, extra=True),
                make(hidden, classes),
            ),
            "a new batch norm": (
                nn.Sequential(nn.Linear(hidden, 2)),
                nn.Sequential(nn.Linear(hidden, 2), nn.BatchNorm1d(2)),
            ),
            "a transposed weight": (
                nn.Linear(hidden, 2, bias=False),
                nn.Linear(2, hidden, bias=False),
            ),
        }
        for name, (source, target) in pairs.items():
            check_pair(module, f"load_matching(model, state), {name}", source, target)


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`strict=False` forgives missing and unexpected names, but not a wrong "
            "shape. What `load_state_dict` returns can lack `num_batches_tracked`, "
            "which batch norm fills in itself: compare the names."
        ),
    )
