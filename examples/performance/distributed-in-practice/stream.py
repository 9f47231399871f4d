"""Share a stream among the workers of all processes."""
# handbook: nproc=2

# --8<-- [start:stream]
from collections.abc import Iterator
from itertools import islice

import torch.distributed as dist
from torch.utils.data import DataLoader, IterableDataset, get_worker_info


class Numbers(IterableDataset):
    def __init__(self, rank: int, world: int) -> None:
        self.rank, self.world = rank, world

    def __iter__(self) -> Iterator[int]:
        worker = get_worker_info()
        workers, number = (worker.num_workers, worker.id) if worker else (1, 0)
        reader, readers = self.rank * workers + number, self.world * workers
        yield from islice(range(10), reader, None, readers)


def main() -> None:
    dist.init_process_group("gloo")
    rank, world = dist.get_rank(), dist.get_world_size()
    datasets = {
        "by worker:": Numbers(0, 1),
        "by rank and worker:": Numbers(rank, world),
    }
    for name, dataset in datasets.items():
        loader = DataLoader(dataset, batch_size=2, num_workers=2)
        seen = sorted(number for batch in loader for number in batch.tolist())
        shares: list = [None] * world
        dist.all_gather_object(shares, seen)
        if rank == 0:
            print(name, *shares)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
# --8<-- [end:stream]
