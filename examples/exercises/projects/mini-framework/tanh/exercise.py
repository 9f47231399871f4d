"""Add an operation to the engine."""

from mini import Tensor


def tanh(x: Tensor) -> Tensor:
    """Return the tanh of each element, as a Tensor through which gradients flow."""
