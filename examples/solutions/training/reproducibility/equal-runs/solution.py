"""The weights come from the global generator, seeded here.

The split and each loader have generators and seeds of their own.
"""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split


def prepare(
    samples: TensorDataset, seed: int
) -> tuple[nn.Linear, DataLoader, DataLoader]:
    def own(number: int) -> torch.Generator:
        return torch.Generator().manual_seed(seed + number)

    torch.manual_seed(seed)
    model = nn.Linear(4, 2)
    train, validation = random_split(samples, [0.8, 0.2], generator=own(1))
    train_loader = DataLoader(train, batch_size=4, shuffle=True, generator=own(2))
    return model, train_loader, DataLoader(validation, batch_size=4, generator=own(3))
