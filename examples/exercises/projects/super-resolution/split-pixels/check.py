"""Check split_pixels: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch
from torch import nn
from torch.overrides import TorchFunctionMode

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


class ByHand(TorchFunctionMode):
    """Refuses the function behind nn.PixelUnshuffle."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        if getattr(func, "__name__", "") == "pixel_unshuffle":
            raise Wrong(
                "split_pixels(images, factor)",
                expected="reshape and permute",
                got="pixel_unshuffle",
                hint="do without PixelUnshuffle",
            )
        return func(*args, **(kwargs or {}))


def check(module: ModuleType) -> None:
    for channels, factor in cases(((1, 2), (3, 2), (2, 3))):
        count = random.randint(1, 2)
        rows = random.randint(2, 4)
        columns = random.randint(2, 4)
        images = torch.randperm(count * channels * rows * columns * factor**2).float()
        images = images.reshape(count, channels, rows * factor, columns * factor)
        want = nn.PixelUnshuffle(factor)(images)
        with ByHand():
            got = module.split_pixels(images.clone(), factor)
        parts = want.reshape(count, channels, factor, factor, rows, columns)
        hint = (
            "compare with nn.PixelUnshuffle on torch.arange(16.0).reshape(1, 1, 4, 4)"
        )
        if isinstance(got, torch.Tensor) and got.shape == want.shape:
            if torch.equal(got, images.reshape(want.shape)):
                hint = (
                    "reshape alone keeps the order of the numbers; permute moves axes"
                )
            elif torch.equal(got, parts.transpose(2, 3).reshape(want.shape)):
                hint = (
                    "the upper row of the square comes first, then the next: "
                    "mind the order of the two small axes"
                )
            elif torch.equal(got, parts.permute(0, 2, 3, 1, 4, 5).reshape(want.shape)):
                hint = (
                    "the channel of before is the slower axis: "
                    "it stays before the two small axes"
                )
        expect(
            f"split_pixels(images of shape {tuple(images.shape)}, {factor})",
            got,
            want,
            hint,
        )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "Reshape H to two axes, (H / factor, factor), and W likewise. Then "
            "permute so that both small axes stand right behind C, and reshape again. "
            "Use no PixelUnshuffle."
        ),
    )
