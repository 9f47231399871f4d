"""Write a collate function that pads to a multiple of a width."""

import torch


def pad_collate(
    samples: list[tuple[torch.Tensor, int]], padding: int, multiple: int
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return (tokens, mask, labels) for a list of (sequence, label).

    Each sequence is a 1-D int64 tensor.

    tokens: int64, one row per sample, filled up with padding. Its width is the smallest
    multiple of `multiple` that holds the longest sequence. mask: bool, of the same
    shape, True where a token is real; a real token may have the same value as padding.
    labels: int64, one per sample.
    """
