"""(baskets, goods) @ (goods, shops) is (baskets, shops); the shops collapse."""

import torch


def cheapest_shop(baskets: torch.Tensor, prices: torch.Tensor) -> torch.Tensor:
    return (baskets @ prices.mT).argmin(dim=1)
