"""Check binary_loss: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import expect, main


def check(module: ModuleType) -> None:
    for scale in (1.0, 1.0, 1.0, 200.0):
        rows = random.randint(3, 6)
        logits = scale * torch.randn(rows)
        logits[0], logits[1] = scale, -scale
        targets = torch.randint(2, (rows,)).float()
        targets[:2] = torch.tensor([0.0, 1.0])
        want = torch.nn.functional.binary_cross_entropy_with_logits(logits, targets)
        got = module.binary_loss(logits.clone(), targets.clone())
        hint = "follow the two formulas of the docstring, then take the mean"
        if isinstance(got, torch.Tensor) and got.shape == want.shape:
            if not got.isfinite():
                hint = "for a large logit something became infinite: log of 0, or exp of a large number"
            elif scale > 100:
                hint = "for a large logit the loss is the logit itself; clamping the probability cuts it off"
            elif torch.allclose(got, rows * want):
                hint = "this is the sum, return the mean"
        expect(f"binary_loss(\n{logits},\n{targets})", got, want, hint)


if __name__ == "__main__":
    main(check)
