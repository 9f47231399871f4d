"""Check one_step: python check.py [FILE]."""

import math
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[4]))
from checking import expect, main


def check(module: ModuleType) -> None:
    torch.manual_seed(0)
    picture, noise = torch.randn(2, 4)

    def mix(angle: float) -> torch.Tensor:
        return math.cos(angle) * picture + math.sin(angle) * noise

    def direction(angle: float) -> torch.Tensor:
        return math.cos(angle) * noise - math.sin(angle) * picture

    expect(
        "one_step of a mix at angle 1.2, to angle 0.7",
        module.one_step(mix(1.2), direction(1.2), 1.2, 0.7),
        mix(0.7),
        "the picture is cos(angle) * mixed - sin(angle) * direction, the noise is "
        "sin(angle) * mixed + cos(angle) * direction; mix both anew with following",
    )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "Two lines get picture and noise out of mixed and direction with cosine "
            "and sine of angle. A third mixes them with those of following."
        ),
        right=(
            "The mix at angle 0.7 came out of that at angle 1.2. Next: show "
            "that the result is a turn of mixed and direction by the difference of "
            "the two angles."
        ),
    )
