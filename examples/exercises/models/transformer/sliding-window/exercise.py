"""A causal mask that looks back only so far."""

import torch


def sliding_window(length: int, window: int) -> torch.Tensor:
    """Return a boolean (length, length) mask for F.scaled_dot_product_attention.

    Query i may attend to itself and to the window - 1 keys before it, and to no others.
    window is at least 1; near the beginning there are fewer keys.
    """
