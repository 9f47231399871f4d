"""Compares two outputs in training mode."""

# hint: test_eval_repeats fails for a model that is right
from pathlib import Path

import torch
from checking import load

solution = load(Path(__file__).resolve().parents[1] / "solution.py")
Build = solution.Build
test_logits = solution.test_logits
test_gradients = solution.test_gradients
test_rows_are_independent = solution.test_rows_are_independent
test_state_dict_is_all = solution.test_state_dict_is_all


def test_eval_repeats(build: Build) -> None:
    model, inputs = build(5, 3).train(), torch.randn(32, 5)
    torch.testing.assert_close(model(inputs), model(inputs))
