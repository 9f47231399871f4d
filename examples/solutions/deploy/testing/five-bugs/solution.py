"""Write five tests, each for one bug.

Each passes for a right model, and by itself raises AssertionError for one with its bug.
"""

from collections.abc import Callable

import torch
from torch import nn
from torch.nn import functional as F

Build = Callable[[int, int], nn.Module]  # build(features, classes)


def test_logits(build: Build) -> None:
    torch.manual_seed(0)
    outputs = build(5, 3)(torch.randn(8, 5))
    assert outputs.shape == (8, 3)
    assert not torch.allclose(outputs.sum(dim=1), torch.ones(8))


def test_gradients(build: Build) -> None:
    torch.manual_seed(0)
    model = build(5, 3)
    F.cross_entropy(model(torch.randn(32, 5)), torch.randint(0, 3, (32,))).backward()
    for name, parameter in model.named_parameters():
        assert parameter.grad is not None and parameter.grad.any(), name


def test_eval_repeats(build: Build) -> None:
    torch.manual_seed(0)
    model, inputs = build(5, 3).eval(), torch.randn(32, 5)
    torch.testing.assert_close(model(inputs), model(inputs))


def test_rows_are_independent(build: Build) -> None:
    torch.manual_seed(0)
    model, inputs = build(5, 3).eval(), torch.randn(8, 5)
    one_by_one = torch.cat([model(row[None]) for row in inputs])
    torch.testing.assert_close(model(inputs), one_by_one)


def test_state_dict_is_all(build: Build) -> None:
    torch.manual_seed(0)
    first = build(5, 3).eval()
    torch.manual_seed(1)
    second = build(5, 3).eval()
    second.load_state_dict(first.state_dict())
    inputs = torch.randn(8, 5)
    torch.testing.assert_close(second(inputs), first(inputs))
