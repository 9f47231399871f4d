"""Builds a model of another size than it feeds."""

# hint: test_logits fails for a model that is right
from pathlib import Path

import torch
from checking import load

solution = load(Path(__file__).resolve().parents[1] / "solution.py")
Build = solution.Build
test_gradients = solution.test_gradients
test_eval_repeats = solution.test_eval_repeats
test_rows_are_independent = solution.test_rows_are_independent
test_state_dict_is_all = solution.test_state_dict_is_all


def test_logits(build: Build) -> None:
    assert build(5, 3)(torch.randn(8, 4)).shape == (8, 3)
