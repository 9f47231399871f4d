"""Check to_inputs: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, imports, main


def check(module: ModuleType) -> str:
    if others := imports(module) & {"torchvision", "numpy", "PIL"}:
        told = f"to_inputs imports {', '.join(sorted(others))}"
        raise Wrong(told, hint="use torch only; a few lines are enough")
    for _ in cases(range(5)):
        count = random.randint(2, 4)
        height = random.randint(3, 5)
        width = random.randint(6, 8)
        pixels = torch.randint(0, 256, (count, height, width, 3), dtype=torch.uint8)
        mean = [random.uniform(0.3, 0.6) for _ in range(3)]
        std = [random.uniform(0.1, 0.3) for _ in range(3)]
        offset = torch.tensor(mean)[:, None, None]
        factor = torch.tensor(std)[:, None, None]

        def normalized(
            values: torch.Tensor, offset=offset, factor=factor
        ) -> torch.Tensor:
            return (values - offset) / factor

        raw = pixels.movedim(3, 1).float()
        want = normalized(raw / 255)
        reshaped = normalized(pixels.reshape(count, 3, height, width).float() / 255)
        mistakes = [
            (normalized(raw), "divide by 255 first"),
            (
                reshaped,
                "permute, do not reshape: a reshape leaves the values in their order",
            ),
            (raw / 255, "subtract the mean of each channel and divide by its std"),
            (want / factor, "divide by std itself, not by its square"),
        ]
        call = f"to_inputs(pixels, mean, std), pixels of shape {tuple(pixels.shape)}"
        got = module.to_inputs(pixels.clone(), mean, std)
        hint = (
            "first divide by 255, "
            "then subtract the mean and divide by the std of each channel"
        )
        if (
            isinstance(got, torch.Tensor)
            and got.shape == want.shape
            and got.dtype == want.dtype
        ):
            for values, told in mistakes:
                if torch.allclose(got, values, rtol=1e-3):
                    hint = told
                    break
        expect(call, got, want, hint, atol=1e-5)
    return "Five batches of photos came out as the definition says."


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`permute` puts the axes in another order, which reshape does not. A list "
            "of one number per channel becomes `torch.tensor(mean)`; it broadcasts "
            "along the channels if its shape is (channels, 1, 1)."
        ),
        right=(
            "Next: give one photo of the page to it and to `v2.ToDtype` and "
            "`v2.Normalize`, and print the largest difference."
        ),
    )
