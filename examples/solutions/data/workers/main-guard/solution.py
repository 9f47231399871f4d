"""A class and a function at the top level, values as attributes, and the guard."""

import torch
from torch.utils.data import DataLoader, Dataset


class Multiples(Dataset[int]):
    def __init__(self, count: int, factor: int) -> None:
        self.count = count
        self.factor = factor

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> int:
        return index * self.factor


def make_loader(count: int, factor: int) -> DataLoader:
    dataset = Multiples(count, factor)
    return DataLoader(dataset, batch_size=4, num_workers=2, collate_fn=torch.tensor)


if __name__ == "__main__":
    print(sum(batch.sum().item() for batch in make_loader(10, 3)))
