"""Write five tests, each for one bug.

Each passes for a right model, and by itself raises AssertionError for one with its bug.
"""

from collections.abc import Callable

from torch import nn

Build = Callable[[int, int], nn.Module]  # build(features, classes)


def test_logits(build: Build) -> None:
    """Fails if the outputs are probabilities and not logits."""


def test_gradients(build: Build) -> None:
    """Fails if a parameter gets no gradient."""


def test_eval_repeats(build: Build) -> None:
    """Fails if the model in eval() answers the same question in two ways."""


def test_rows_are_independent(build: Build) -> None:
    """Fails if in eval() the answer for a row depends on other rows of its batch."""


def test_state_dict_is_all(build: Build) -> None:
    """Fails if a second model with the state_dict of the first answers otherwise."""
