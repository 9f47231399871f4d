"""Check quantize_rows: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


def hint_for(weight: torch.Tensor, scales: object) -> str:
    if isinstance(scales, torch.Tensor) and scales.shape == weight.shape[:1]:
        if torch.allclose(scales, weight.abs().max() / 127):
            return "this is one scale for the whole weight; each row has its own"
        if torch.allclose(scales, weight.amax(dim=1) / 127):
            return "the largest absolute value may belong to a negative weight"
        if torch.allclose(scales, weight.abs().amax(dim=1) / 128):
            return (
                "int8 ends at 127: "
                "with 128 steps a positive largest weight does not fit"
            )
    return "the scale of a row is its largest absolute value divided by 127"


def check(module: ModuleType) -> None:
    for _ in cases(range(10)):
        rows, columns = random.randint(2, 6), random.randint(4, 9)
        weight = torch.randn(rows, columns) * torch.arange(1.0, rows + 1).unsqueeze(1)
        weight[:, 0] = -6.0 * torch.arange(1.0, rows + 1)
        scales = weight.abs().amax(dim=1) / 127
        middle = torch.randint(-120, 120, (rows, columns - 1)).float()
        middle += (torch.rand(rows, columns - 1) - 0.5) * 0.9
        weight[:, 1:] = middle * scales.unsqueeze(1)
        want = torch.cat([torch.full((rows, 1), -127), middle.round()], dim=1)
        want = want.to(torch.int8)
        got = module.quantize_rows(weight.clone())
        call = f"quantize_rows(\n{weight})"
        if not isinstance(got, tuple) or len(got) != 2:
            raise Wrong(
                call,
                expected="two tensors",
                got=f"{got!r:.80}",
                hint="return integers, scales",
            )
        integers, found = got
        expect(f"{call}: scales", found, scales, hint_for(weight, found))
        hint = "divide each weight by the scale of its row, then round and convert"
        cut_off = (weight / scales.unsqueeze(1)).to(torch.int8)
        if isinstance(integers, torch.Tensor) and torch.equal(integers, cut_off):
            hint = "the nearest whole number: round before you convert"
        expect(f"{call}: integers", integers, want, hint)


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`amax(dim=1)` takes the largest of each row. `.to(torch.int8)` cuts off "
            "what comes after the point."
        ),
        right=(
            "Ten weights agree in every integer and every scale. Next: multiply one "
            "element of a weight by 100, and look which rows lose digits."
        ),
    )
