"""A stream with workers: every item twice, and each item once."""

# --8<-- [start:streams]
from collections.abc import Iterator

import torch
from torch.utils.data import DataLoader, IterableDataset, get_worker_info


class Stream(IterableDataset[int]):
    def __iter__(self) -> Iterator[int]:
        yield from range(10, 17)


class SharedStream(IterableDataset[int]):
    def __iter__(self) -> Iterator[int]:
        info = get_worker_info()
        worker, workers = (info.id, info.num_workers) if info else (0, 1)
        for number, item in enumerate(range(10, 17)):
            if number % workers == worker:
                yield item


# --8<-- [end:streams]


# --8<-- [start:collate]
def pad(samples: list[int]) -> torch.Tensor:
    sequences = [torch.full((sample - 9,), sample) for sample in samples]
    return torch.nn.utils.rnn.pad_sequence(sequences, batch_first=True)


# --8<-- [end:collate]

# --8<-- [start:main]
if __name__ == "__main__":
    for stream in (Stream(), SharedStream()):
        print(type(stream).__name__)
        for workers in (0, 2):
            loader = DataLoader(stream, batch_size=2, num_workers=workers)
            items = [batch.tolist() for batch in loader]
            print(f"  {workers} workers, {sum(map(len, items)):2} items: {items}")
    alone = list(DataLoader(range(10, 17), 2, collate_fn=pad))
    helped = list(DataLoader(range(10, 17), 2, collate_fn=pad, num_workers=2))
    equal = sum(map(torch.equal, alone, helped))
    print("collate with 2 workers:", equal, "of", len(alone), "batches as without")
# --8<-- [end:main]
