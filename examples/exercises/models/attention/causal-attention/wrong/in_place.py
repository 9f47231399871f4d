# hint: leave what you are given as it is
import torch


def causal_attention(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    queries, keys = query.shape[-2], key.shape[-2]
    allowed = torch.ones(queries, keys, dtype=torch.bool).tril(diagonal=keys - queries)
    query /= query.shape[-1] ** 0.5
    return (query @ key.mT).masked_fill(~allowed, float("-inf")).softmax(dim=-1) @ value
