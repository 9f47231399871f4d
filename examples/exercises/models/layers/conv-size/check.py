"""Check conv_size: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, expect, imports, main

CASES = [
    ({"size": 7, "kernel": 3}, "the first place counts too: add 1 after the division"),
    (
        {"size": 8, "kernel": 3, "stride": 2},
        "if the last step does not fit, there is no place for it: round down, with //",
    ),
    ({"size": 7, "kernel": 3, "padding": 1}, "padding is added on both sides"),
    (
        {"size": 9, "kernel": 3, "dilation": 2},
        "a kernel of 3 with dilation 2 reaches over 5 pixels, not 3 and not 6",
    ),
]


def check(module: ModuleType) -> None:
    if "torch" in imports(module):
        raise Wrong("conv_size imports torch", hint="the five numbers are enough")
    general = "(size + 2 * padding - reach) // stride + 1"
    cases = [*CASES, ({"size": 12, "kernel": 4, "dilation": 3}, general)]
    for _ in range(20):
        kernel, dilation = random.randint(1, 4), random.randint(1, 3)
        size = dilation * (kernel - 1) + 1 + random.randint(0, 9)
        numbers = {
            "size": size,
            "kernel": kernel,
            "stride": random.randint(1, 3),
            "padding": random.randint(0, 3),
        }
        cases.append((numbers | {"dilation": dilation}, general))
    for numbers, hint in cases:
        size, kernel, *_ = numbers.values()
        settings = {**numbers}
        del settings["size"], settings["kernel"]
        conv = torch.nn.Conv2d(1, 1, kernel, **settings)
        with torch.no_grad():
            want = conv(torch.zeros(1, 1, size, size)).shape[-1]
        told = ", ".join(f"{name}={value}" for name, value in numbers.items())
        got = module.conv_size(**numbers)
        if numbers is CASES[0][0] and isinstance(got, int) and got > want:
            hint = general
        expect(f"conv_size({told})", got, want, hint)


if __name__ == "__main__":
    main(
        check,
        hints=(
            "How many pixels does a kernel of 3 reach over when its dilation is 2? "
            "Put that in place of the kernel size in the formula. What does // do "
            "with the remainder?"
        ),
        right=(
            "More than 20 convolutions have the size that you computed. Which "
            "padding keeps the size for kernel 3 and dilation 2? Ask your function."
        ),
    )
