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


def hint_for(names: list[str]) -> str:
    if names[-1:] != ["Linear"]:
        return "the logits stay as they are: nothing comes after the last Linear"
    if names.count("BatchNorm1d") != 2:
        return "each of the two hidden layers has its own BatchNorm1d"
    if ("ReLU", "BatchNorm1d") in pairwise(names):
        return "batch normalisation comes between Linear and ReLU"
    return "the order is in the docstring"


def check(module: ModuleType) -> None:
    model = module.make_model()
    if not isinstance(model, nn.Module):
        expect("make_model()", model, nn.Sequential(), "return an nn.Sequential")
    names = [type(layer).__name__ for layer in model]
    want = ["Flatten", *HIDDEN, *HIDDEN, "Linear"]
    expect("the layers of make_model()", names, want, hint_for(names))
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
            f"make_model()(images)\nraises:   {error}",
            hint="the sizes of two layers do not fit",
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
    main(
        check,
        hints=(
            "`nn.BatchNorm1d` takes the number of features that the layer before it "
            "gives."
        ),
    )
