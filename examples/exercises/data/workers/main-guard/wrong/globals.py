"""Passes the numbers to the dataset through global variables, which a spawned worker does not see."""

# hint: the numbers belong into attributes of the dataset
import torch
from torch.utils.data import DataLoader, Dataset

numbers = {"count": 0, "factor": 0}


class Multiples(Dataset[int]):
    def __len__(self) -> int:
        return numbers["count"]

    def __getitem__(self, index: int) -> int:
        return index * numbers["factor"]


def make_loader(count: int, factor: int) -> DataLoader:
    numbers.update(count=count, factor=factor)
    return DataLoader(Multiples(), batch_size=4, num_workers=2, collate_fn=torch.tensor)


if __name__ == "__main__":
    print(sum(batch.sum().item() for batch in make_loader(10, 3)))
