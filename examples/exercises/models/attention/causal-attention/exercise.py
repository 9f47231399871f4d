"""Causal attention without PyTorch's function for it."""

import torch


def causal_attention(
    query: torch.Tensor, key: torch.Tensor, value: torch.Tensor
) -> torch.Tensor:
    """Return what attention with a causal mask returns.

    Do without F.scaled_dot_product_attention.

    query has shape (batch, heads, queries, width), key and value have shape (batch,
    heads, keys, width). The queries stand at the last positions of the keys, as with a
    cache: the last query sees all keys. There may be as many queries as keys, but not
    more.
    """
