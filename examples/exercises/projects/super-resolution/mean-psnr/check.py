"""Check mean_psnr: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import cases, expect, main


def close(got: object, want: torch.Tensor) -> bool:
    return isinstance(got, float) and abs(got - want.item()) < 1e-3 * abs(want.item())


def check(module: ModuleType) -> None:
    for _ in cases(range(3)):
        count, channels = random.randint(2, 4), random.choice((1, 3))
        height, width = random.choices(range(8, 17), k=2)
        targets = torch.randint(60, 190, (count, channels, height, width))
        strength = torch.tensor([2.0, 20.0, 5.0, 10.0])[:count, None, None, None]
        noise = torch.randn(targets.shape) * strength
        images = (targets + noise.round().int() + 1).clamp(0, 255)
        error = (images - targets).float().square().mean(dim=(1, 2, 3))
        want = (10 * (255**2 / error).log10()).mean()
        got = module.mean_psnr(images.to(torch.uint8), targets.to(torch.uint8))
        wrapped = ((images - targets) % 256).float().square().mean(dim=(1, 2, 3))
        hint = "10 * log10(255² / mean squared error), for each image"
        if close(got, (10 * (255**2 / wrapped).log10()).mean()):
            hint = "3 - 5 is 254 in bytes: convert to float before you subtract"
        elif close(got, 10 * (255**2 / error.mean()).log10()):
            hint = (
                "the logarithm of each image's error "
                "comes before the mean over the images"
            )
        elif close(got, (10 * (255**2 / error).log()).mean()):
            hint = "log is the natural logarithm; decibels need log10"
        elif close(got, want / 2):
            hint = (
                "the right answer is twice the decibels: "
                "do not take the root of the squared error"
            )
        call = f"mean_psnr of {count} images ({channels}, {height}, {width})"
        expect(call, got, want.item(), hint)


if __name__ == "__main__":
    main(
        check,
        hints=(
            "Bytes cannot be negative, so make floats of them before you subtract. "
            "`mean(dim=(1, 2, 3))` leaves one number for each image."
        ),
    )
