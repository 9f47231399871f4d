"""Shares of the k best tokens, for a whole batch."""

import torch


def best_k(logits: torch.Tensor, k: int, temperature: float) -> torch.Tensor:
    """Return the shares from which the next token of each row is drawn.

    logits has the shape (batch, tokens), and so have the shares. Only the k largest
    logits of a row have a share above 0, and each row makes 1. The temperature divides
    the logits. Logits that are equal do not occur. The argument is not changed.
    """
