"""The network: 784 pixels, two hidden layers, ten digits."""

# --8<-- [start:model]
import torch
from torch import nn


class MLP(nn.Module):
    """Images (N, 1, 28, 28) from 0 to 1 in, logits (N, 10) out."""

    def __init__(self, dropout: float = 0.2):
        super().__init__()
        self.fc1 = nn.Linear(28 * 28, 256)
        self.fc2 = nn.Linear(256, 128)
        self.fc3 = nn.Linear(128, 10)
        self.dropout = nn.Dropout(dropout)

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        x = images.flatten(start_dim=1)
        x = self.dropout(self.fc1(x).relu())
        x = self.dropout(self.fc2(x).relu())
        return self.fc3(x)


# --8<-- [end:model]
