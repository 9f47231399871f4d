"""Pad the short sequences of each batch."""

# --8<-- [start:fix]
import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader


def collate(batch: list[torch.Tensor]) -> torch.Tensor:
    return pad_sequence(batch, batch_first=True, padding_value=0)


sequences = [torch.tensor([5, 6]), torch.tensor([7, 8, 9])]
loader = DataLoader(sequences, batch_size=2, collate_fn=collate)
print(next(iter(loader)))
# --8<-- [end:fix]
