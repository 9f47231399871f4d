"""Which keys a query may see, when some keys were kept from before."""

import torch


def causal_mask(new: int, past: int) -> torch.Tensor:
    """Return a mask of dtype bool: True where a query may see a key.

    There are `past` keys in the cache and `new` more behind them, so the shape is
    (new, past + new). The queries belong to the new keys. Each sees all of the past,
    the new ones before it, and itself.
    """
