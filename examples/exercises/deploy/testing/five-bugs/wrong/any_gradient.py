"""One gradient is enough."""

# hint: killed 4 of 5; survived: a layer cut off by detach
from pathlib import Path

import torch
from checking import load

solution = load(Path(__file__).resolve().parents[1] / "solution.py")
Build = solution.Build
test_logits = solution.test_logits
test_eval_repeats = solution.test_eval_repeats
test_rows_are_independent = solution.test_rows_are_independent
test_state_dict_is_all = solution.test_state_dict_is_all


def test_gradients(build: Build) -> None:
    torch.manual_seed(0)
    model = build(5, 3)
    model(torch.randn(32, 5)).square().sum().backward()
    assert any(parameter.grad is not None for parameter in model.parameters())
