"""Leaves the class within the function."""

# hint: dataset cannot be pickled
import torch
from torch.utils.data import DataLoader, Dataset


def make_loader(count: int, factor: int) -> DataLoader:
    class Multiples(Dataset[int]):
        def __len__(self) -> int:
            return count

        def __getitem__(self, index: int) -> int:
            return index * factor

    return DataLoader(Multiples(), batch_size=4, num_workers=2, collate_fn=torch.tensor)


if __name__ == "__main__":
    print(sum(batch.sum().item() for batch in make_loader(10, 3)))
