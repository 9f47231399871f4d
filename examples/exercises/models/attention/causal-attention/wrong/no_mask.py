# hint: a query sees keys that come after it
import torch


def causal_attention(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    return (query @ key.mT / query.shape[-1] ** 0.5).softmax(dim=-1) @ value
