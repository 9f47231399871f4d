"""Tests the shape of the outputs, not what they are."""

# hint: killed 4 of 5; survived: softmax at the end
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
    assert build(5, 3)(torch.randn(8, 5)).shape == (8, 3)
