"""How many dB of PSNR the upscaler is above bicubic on held-out photos, two losses."""

import sys
from pathlib import Path

import torch

sys.path.insert(
    0, str(Path(__file__).resolve().parents[1] / "projects/super-resolution")
)
import learn
from photos import HELD_OUT, bicubic, photo, psnr, shrink

FILES = [
    f"projects/super-resolution/{name}.py" for name in ("photos", "upscaler", "learn")
]


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Each row's label (unit in parentheses at the end), and its repeated values."""
    result: dict[str, list[float]] = {}
    for seed in range(1 if quick else 3):
        for loss in ("l2", "l1"):
            model = learn.fit(
                learn.LOSSES[loss], 1 if quick else 1500, seed, torch.device("cpu")
            )
            gains = {name: learn.gain(model, name) for name in HELD_OUT}
            gains["mean"] = sum(gains.values()) / len(gains)
            for name, gain in gains.items():
                result.setdefault(f"gain with {loss.upper()}, {name} (dB)", []).append(
                    gain
                )
    for name in HELD_OUT:
        image = photo(name)
        result[f"bicubic itself, {name} (dB)"] = [psnr(bicubic(shrink(image)), image)]
    return result


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
