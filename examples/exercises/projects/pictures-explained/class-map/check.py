"""Check class_map: python check.py [FILE]."""

import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import cases, expect, main


def check(module: ModuleType) -> None:
    for _ in cases(range(2)):
        features = torch.rand(1, 3, 4, 5)
        gradients = torch.rand(1, 3, 4, 5)
        weights = gradients.mean((2, 3))[0]
        expect(
            "class_map(features, gradients) of shapes (1, 3, 4, 5)",
            module.class_map(features, gradients),
            (weights[:, None, None] * features[0]).sum(0, keepdim=True),
            "one weight for a channel: the mean of its gradient over all places",
        )
        shape = torch.ones(1, 2, 2, 2)
        against = torch.tensor([1.0, -1.0]).reshape(1, 2, 1, 1) * shape
        features = torch.tensor([[[[3.0, 1.0], [0.0, 2.0]], [[1.0, 2.0], [1.0, 2.0]]]])
        expect(
            "class_map(features, gradients) with a channel that speaks against",
            module.class_map(features, against),
            torch.tensor([[[2.0, 0.0], [0.0, 0.0]]]),
            "channels are added first, and what is below 0 becomes 0 after the sum",
        )
        two = torch.rand(2, 3, 2, 2)
        own = torch.tensor([1.0, 3.0]).reshape(2, 1, 1, 1) * torch.ones(2, 3, 2, 2)
        expect(
            "class_map(features, gradients) of two pictures, gradients all 1 and all 3",
            module.class_map(two, own),
            torch.stack([two[0].sum(0), 3 * two[1].sum(0)]),
            "each picture has weights of its own: no mean over the batch",
        )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`gradients.mean((2, 3), keepdim=True)` is a weight for each channel of "
            "each picture. Multiply the features, add up the channels, then cut off "
            "what is below 0."
        ),
        right=(
            "Places, signs and pictures of a batch were tried. Next: the gradient of "
            "another class than the answer, for a picture that was confused."
        ),
    )
