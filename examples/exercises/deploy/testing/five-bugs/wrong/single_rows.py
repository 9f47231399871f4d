"""Compares the whole batch with itself."""

# hint: killed 4 of 5; survived: rows that know each other
from pathlib import Path

import torch
from checking import load

solution = load(Path(__file__).resolve().parents[1] / "solution.py")
Build = solution.Build
test_logits = solution.test_logits
test_gradients = solution.test_gradients
test_eval_repeats = solution.test_eval_repeats
test_state_dict_is_all = solution.test_state_dict_is_all


def test_rows_are_independent(build: Build) -> None:
    torch.manual_seed(0)
    model, inputs = build(5, 3).eval(), torch.randn(8, 5)
    torch.testing.assert_close(model(inputs)[:1], model(inputs)[:1], atol=0.5, rtol=0.5)
