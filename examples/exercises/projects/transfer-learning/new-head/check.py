"""Check new_head: python check.py [FILE]."""

import random
import sys
from collections import OrderedDict
from pathlib import Path
from types import ModuleType

from torch import nn

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, main


def check(module: ModuleType) -> None:
    for _ in cases(range(3)):
        width = random.randint(2, 5)
        features = random.randint(3, 8)
        classes = random.randint(2, 6)
        layers = [
            ("conv", nn.Conv2d(1, width, 3)),
            ("norm", nn.BatchNorm2d(width)),
            ("flat", nn.Flatten()),
            ("linear", nn.Linear(16 * width, features)),
            ("fc", nn.Linear(features, classes + 3)),
        ]
        model = nn.Sequential(OrderedDict(layers))
        body = [p for n, p in model.named_parameters() if not n.startswith("fc.")]
        got = module.new_head(model, classes)
        told = f"a model with fc = Linear({features}, {classes + 3})"
        call = f"new_head({told}, {classes})"

        if got is None:
            raise Wrong(
                call,
                expected="a list of two parameters",
                got=None,
                hint="the function returns nothing yet; end it with return",
            )
        fc = model.fc
        sizes = (fc.in_features, fc.out_features) if isinstance(fc, nn.Linear) else None
        if sizes != (features, classes):
            raise Wrong(
                call,
                expected=f"fc = Linear({features}, {classes})",
                got=f"fc = {fc}",
                hint="replace the layer: model.fc = nn.Linear(...)",
            )
        if any(parameter.requires_grad for parameter in body):
            hint = "the body still requires gradients: model.requires_grad_(False)"
            if model.__dict__.get("requires_grad") is False:
                hint = (
                    "requires_grad is a flag of each parameter; "
                    "requires_grad_(False), with _, sets it in all of them"
                )
            raise Wrong(
                call,
                expected="a frozen body",
                got="a body that requires gradients",
                hint=hint,
            )
        if not all(parameter.requires_grad for parameter in fc.parameters()):
            raise Wrong(
                call,
                expected="a new layer that learns",
                got="a frozen one",
                hint="freeze before you replace the layer, not after it",
            )
        found = list(got)
        if {id(p) for p in found} != {id(fc.weight), id(fc.bias)} or len(found) != 2:
            raise Wrong(
                call,
                expected="2 parameters",
                got=f"{len(found)} parameters",
                hint="only the weight and the bias of the new layer are left",
            )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`requires_grad_(False)` of a module freezes all that is in it at that "
            "moment. A new layer requires gradients."
        ),
    )
