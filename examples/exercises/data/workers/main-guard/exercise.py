"""Repair a script that runs where workers fork and dies where they are spawned."""

import torch
from torch.utils.data import DataLoader, Dataset


def make_loader(count: int, factor: int) -> DataLoader:
    """Return a loader of count numbers, 0, factor, ..., with two workers.

    Batches have 4 numbers. The script must end the same way as now if it is run. But
    three things in it do not survive spawn.
    """

    class Multiples(Dataset[int]):
        def __len__(self) -> int:
            return count

        def __getitem__(self, index: int) -> int:
            return index * factor

    return DataLoader(
        Multiples(),
        batch_size=4,
        num_workers=2,
        collate_fn=lambda samples: torch.tensor(samples),
    )


print(sum(batch.sum().item() for batch in make_loader(10, 3)))
