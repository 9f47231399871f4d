"""Find the cheapest shop for each basket."""

import torch


def cheapest_shop(baskets: torch.Tensor, prices: torch.Tensor) -> torch.Tensor:
    """Return an int64 tensor of shape (baskets,): for each basket, the number of the
    shop where it costs least.

    baskets has shape (baskets, goods): how much of each good is in the basket.
    prices has shape (shops, goods): what one of each good costs there. No two shops
    ask the same for a basket. Do not loop.
    """
