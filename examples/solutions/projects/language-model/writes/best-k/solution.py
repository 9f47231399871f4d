"""Minus infinity everywhere, but for the largest."""

import torch


def best_k(logits: torch.Tensor, k: int, temperature: float) -> torch.Tensor:
    best = logits.topk(k, dim=1)
    kept = torch.full_like(logits, -torch.inf)
    kept.scatter_(1, best.indices, best.values / temperature)
    return kept.softmax(dim=1)
