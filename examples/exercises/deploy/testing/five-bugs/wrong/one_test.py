"""One test does the work of all; the others are empty."""

# hint: killed 1 of 5; survived: softmax at the end (test_logits)
from pathlib import Path

import torch
from checking import load
from torch.nn import functional as F

solution = load(Path(__file__).resolve().parents[1] / "solution.py")
Build = solution.Build


def test_logits(build: Build) -> None:
    pass


def test_gradients(build: Build) -> None:
    pass


def test_eval_repeats(build: Build) -> None:
    pass


def test_rows_are_independent(build: Build) -> None:
    pass


def test_state_dict_is_all(build: Build) -> None:
    torch.manual_seed(0)
    model, inputs, targets = build(5, 3), torch.randn(32, 5), torch.randint(0, 3, (32,))
    outputs = model(inputs)
    assert outputs.shape == (32, 3)
    assert not torch.allclose(outputs.sum(dim=1), torch.ones(32))
    F.cross_entropy(outputs, targets).backward()
    for name, parameter in model.named_parameters():
        assert parameter.grad is not None and parameter.grad.any(), name
    model.eval()
    torch.testing.assert_close(model(inputs), model(inputs))
    torch.testing.assert_close(model(inputs)[:1], model(inputs[:1]))
    torch.manual_seed(1)
    second = build(5, 3).eval()
    second.load_state_dict(model.state_dict())
    torch.testing.assert_close(second(inputs), model(inputs))
