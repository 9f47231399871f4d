"""One gradient is enough."""

# hint: killed 4 of 5; survived: a layer cut off by detach

from collections.abc import Callable

import torch
from torch import nn

Build = Callable[[int, int], nn.Module]  # build(features, classes)


def test_logits(build: Build) -> None:
    torch.manual_seed(0)
    outputs = build(5, 3)(torch.randn(8, 5))
    assert outputs.shape == (8, 3)
    assert not torch.allclose(outputs.sum(dim=1), torch.ones(8))


def test_gradients(build: Build) -> None:
    torch.manual_seed(0)
    model = build(5, 3)
    model(torch.randn(32, 5)).square().sum().backward()
    assert any(parameter.grad is not None for parameter in model.parameters())


def test_eval_repeats(build: Build) -> None:
    torch.manual_seed(0)
    model, inputs = build(5, 3).eval(), torch.randn(32, 5)
    torch.testing.assert_close(model(inputs), model(inputs))


def test_rows_are_independent(build: Build) -> None:
    torch.manual_seed(0)
    model, inputs = build(5, 3).eval(), torch.randn(8, 5)
    torch.testing.assert_close(model(inputs)[:1], model(inputs[:1]))


def test_state_dict_is_all(build: Build) -> None:
    torch.manual_seed(0)
    first = build(5, 3).eval()
    torch.manual_seed(1)
    second = build(5, 3).eval()
    second.load_state_dict(first.state_dict())
    inputs = torch.randn(8, 5)
    torch.testing.assert_close(second(inputs), first(inputs))
