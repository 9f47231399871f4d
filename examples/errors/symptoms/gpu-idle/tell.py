"""Time an epoch with the model, and the loader alone."""

# --8<-- [start:machine-tell]
import time

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Slow(Dataset[torch.Tensor]):
    def __len__(self) -> int:
        return 64

    def __getitem__(self, index: int) -> torch.Tensor:
        time.sleep(0.005)
        return torch.zeros(16)


loader, model = DataLoader(Slow(), batch_size=16), nn.Linear(16, 1)


def seconds(train: bool) -> float:
    start = time.perf_counter()
    for batch in loader:
        if train:
            model(batch).mean().backward()
    return time.perf_counter() - start


share = seconds(train=False) / seconds(train=True)
print(f"share of an epoch that the loader takes alone: {share:.2f}")
# --8<-- [end:machine-tell]
