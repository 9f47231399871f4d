# hint: without it
import torch
from torch.nn import functional as F


def causal_attention(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    return F.scaled_dot_product_attention(query, key, value, is_causal=True)
