"""Check make_model: python check.py [FILE]."""

import sys
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import torch
from torch import nn

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, expect, main

HIDDEN = ["Linear", "BatchNorm1d", "ReLU", "Dropout"]
HINTS = {
    "the logits stay as they are: nothing comes after the last Linear": lambda names: (
        names[-1:] != ["Linear"]
    ),
    "each of the two hidden layers has its own BatchNorm1d": lambda names: (
        names.count("BatchNorm1d") != 2
    ),
    "batch normalisation comes between Linear and ReLU": lambda names: (
        ("ReLU", "BatchNorm1d") in pairwise(names)
    ),
}


def check(module: ModuleType) -> None:
    model = module.make_model()
    if not isinstance(model, nn.Module):
        expect("make_model()", model, nn.Sequential(), "return an nn.Sequential")
    names = [type(layer).__name__ for layer in model]
    hint = next(
        (hint for hint, fits in HINTS.items() if fits(names)),
        "the order is in the docstring",
    )
    expect(
        "the layers of make_model()",
        names,
        ["Flatten", *HIDDEN, *HIDDEN, "Linear"],
        hint,
    )
    shares = [layer.p for layer in model if isinstance(layer, nn.Dropout)]
    expect(
        "the dropout of make_model()",
        shares,
        [0.2, 0.2],
        "each Dropout turns off a fifth",
    )
    try:
        logits = model(torch.rand(5, 1, 28, 28))
    except RuntimeError as error:
        raise Wrong(
            f"make_model()(images)\nraises:   {error}\nhint: the sizes of two layers do not fit"
        ) from None
    expect(
        "the shape of make_model()(5 images)",
        tuple(logits.shape),
        (5, 10),
        "ten logits for each image",
    )
    sizes = [layer.out_features for layer in model if isinstance(layer, nn.Linear)]
    expect(
        "the widths of make_model()",
        sizes,
        [256, 128, 10],
        "the network is 784-256-128-10",
    )


if __name__ == "__main__":
    main(check)
