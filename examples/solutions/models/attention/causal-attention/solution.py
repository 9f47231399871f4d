"""Scores, mask aligned at the lower right, softmax over the keys, values."""

import torch


def causal_attention(
    query: torch.Tensor, key: torch.Tensor, value: torch.Tensor
) -> torch.Tensor:
    queries, keys = query.shape[-2], key.shape[-2]
    ones = torch.ones(queries, keys, dtype=torch.bool, device=query.device)
    allowed = ones.tril(diagonal=keys - queries)
    scores = query @ key.mT / query.shape[-1] ** 0.5
    weights = scores.masked_fill(~allowed, float("-inf")).softmax(dim=-1)
    return weights @ value
