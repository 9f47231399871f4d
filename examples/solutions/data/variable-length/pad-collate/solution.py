"""The full grid first, then each sequence into the beginning of its row.

The mask knows lengths, not values.
"""

import torch


def pad_collate(
    samples: list[tuple[torch.Tensor, int]], padding: int, multiple: int
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    lengths = torch.tensor([len(sequence) for sequence, _ in samples])
    width = -(-int(lengths.max()) // multiple) * multiple
    tokens = torch.full((len(samples), width), padding)
    for row, (sequence, _) in zip(tokens, samples):
        row[: len(sequence)] = sequence
    mask = torch.arange(width) < lengths.unsqueeze(1)
    return tokens, mask, torch.tensor([label for _, label in samples])
