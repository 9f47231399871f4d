"""Loads the state_dict into the model that it came from."""

# hint: killed 4 of 5; survived: a layer in a Python list
from pathlib import Path

import torch
from checking import load

solution = load(Path(__file__).resolve().parents[1] / "solution.py")
Build = solution.Build
test_logits = solution.test_logits
test_gradients = solution.test_gradients
test_eval_repeats = solution.test_eval_repeats
test_rows_are_independent = solution.test_rows_are_independent


def test_state_dict_is_all(build: Build) -> None:
    torch.manual_seed(0)
    first, inputs = build(5, 3).eval(), torch.randn(8, 5)
    before = first(inputs)
    first.load_state_dict(first.state_dict())
    torch.testing.assert_close(first(inputs), before)
