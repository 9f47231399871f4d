"""Check train_mode: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

from torch import nn

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, main


def check(module: ModuleType) -> None:
    for start in cases((True, False, random.random() < 0.5)):
        width = random.randint(2, 6)
        outer, inner = nn.BatchNorm2d(width), nn.BatchNorm2d(width)
        body = nn.Sequential(
            nn.Conv2d(1, width, 3),
            nn.Sequential(nn.Conv2d(width, width, 3), inner),
            nn.Flatten(),
        )
        dropout = nn.Dropout()
        learning = nn.BatchNorm1d(width)
        flat = nn.BatchNorm1d(width)
        model = nn.Sequential(outer, body, flat, dropout, learning, nn.Linear(width, 3))
        for part in (outer, body, flat):
            part.requires_grad_(False)
        model.train(start)
        got = module.train_mode(model)
        call = f"train_mode(a model in {'train' if start else 'eval'} mode)"

        def wrong(
            part: str, mode: str, found: str, hint: str, call: str = call
        ) -> None:
            raise Wrong(
                call, expected=f"{part} in {mode} mode", got=f"{found} mode", hint=hint
            )

        if got is None:
            raise Wrong(
                call,
                expected="the model",
                got="None",
                hint="the function returns nothing yet",
            )
        if not dropout.training:
            wrong(
                "dropout",
                "train",
                "eval",
                "dropout does nothing in eval mode: begin with model.train()",
            )
        if outer.training:
            hint = (
                "a frozen batch norm in training mode still changes its statistics: "
                "call eval() on it, after train()"
            )
            wrong("a frozen batch norm", "eval", "train", hint)
        if inner.training:
            hint = (
                "children() stops at the outermost layers; "
                "modules() goes through everything"
            )
            wrong("a frozen batch norm inside another module", "eval", "train", hint)
        if flat.training:
            wrong(
                "a frozen nn.BatchNorm1d",
                "eval",
                "train",
                "look for nn.BatchNorm1d as well as for nn.BatchNorm2d",
            )
        if not model.training:
            wrong("the model itself", "train", "eval", "begin with model.train()")
        if not learning.training:
            hint = (
                "a batch norm that learns belongs in training mode: "
                "look at weight.requires_grad"
            )
            wrong("a batch norm whose weight is not frozen", "train", "eval", hint)


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`model.modules()` goes through everything in the model. A frozen "
            "parameter has `requires_grad` `False`."
        ),
        right=(
            "Frozen batch norms stay in eval mode, at any depth, and all else "
            "trains. Now call `model.train()` once more and look at the modes: when"
            " must your function be called?"
        ),
    )
