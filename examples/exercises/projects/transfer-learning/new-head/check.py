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
        width, features, classes = (
            random.randint(2, 5),
            random.randint(3, 8),
            random.randint(2, 6),
        )
        layers = [
            ("conv", nn.Conv2d(1, width, 3)),
            ("norm", nn.BatchNorm2d(width)),
            ("flat", nn.Flatten()),
        ]
        layers += [
            ("linear", nn.Linear(16 * width, features)),
            ("fc", nn.Linear(features, classes + 3)),
        ]
        model = nn.Sequential(OrderedDict(layers))
        body = [
            parameter
            for name, parameter in model.named_parameters()
            if not name.startswith("fc.")
        ]
        got = module.new_head(model, classes)
        call = (
            f"new_head(a model with fc = Linear({features}, {classes + 3}), {classes})"
        )

        def wrong(expected: object, found: object, hint: str, call: str = call) -> None:
            raise Wrong(
                f"{call}\nexpected: {expected}\ngot:      {found}\nhint: {hint}"
            )

        if got is None:
            wrong(
                "a list of two parameters",
                None,
                "the function returns nothing yet; end it with return",
            )
        fc = model.fc
        if not isinstance(fc, nn.Linear) or (fc.in_features, fc.out_features) != (
            features,
            classes,
        ):
            wrong(
                f"fc = Linear({features}, {classes})",
                f"fc = {fc}",
                "replace the layer: model.fc = nn.Linear(...)",
            )
        if any(parameter.requires_grad for parameter in body):
            hint = "the body still requires gradients: model.requires_grad_(False)"
            if model.__dict__.get("requires_grad") is False:
                hint = "requires_grad is a flag of each parameter; requires_grad_(False), with _, sets it in all of them"
            wrong("a frozen body", "a body that requires gradients", hint)
        if not all(parameter.requires_grad for parameter in fc.parameters()):
            wrong(
                "a new layer that learns",
                "a frozen one",
                "freeze before you replace the layer, not after it",
            )
        found = list(got)
        if len(found) != 2 or {id(parameter) for parameter in found} != {
            id(fc.weight),
            id(fc.bias),
        }:
            wrong(
                "2 parameters",
                f"{len(found)} parameters",
                "only the weight and the bias of the new layer are left",
            )


if __name__ == "__main__":
    main(check)
