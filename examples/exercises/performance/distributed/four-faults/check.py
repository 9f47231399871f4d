"""Check four functions of a distributed script: python check.py [FILE]."""

import contextlib
import os
import pickle
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

import torch
import torch.distributed as dist
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, expect, main


class Wrapper(nn.Module):
    """Stands for DistributedDataParallel, which needs a process group."""

    def __init__(self, module: nn.Module):
        super().__init__()
        self.module = module


@contextlib.contextmanager
def playing(
    rank: int, world: int, local_rank: int | None = None
) -> Iterator[list[str]]:
    """Answer as torch.distributed and torchrun do in one of world processes.

    Gives the list of its barriers.
    """
    local_rank, barriers = rank if local_rank is None else local_rank, []
    variables = {
        "RANK": str(rank),
        "LOCAL_RANK": str(local_rank),
        "WORLD_SIZE": str(world),
    }
    answers = patch.multiple(
        dist,
        get_rank=lambda group=None: rank,
        get_world_size=lambda group=None: world,
        is_initialized=lambda: True,
        is_available=lambda: True,
        barrier=lambda *args, **others: barriers.append("barrier"),
    )
    with answers, patch.dict(os.environ, variables):
        yield barriers


def check(module: ModuleType) -> None:
    local, rank = random.randint(0, 3), random.randint(4, 7)
    with playing(rank, 8, local):
        got = module.choose_device("cuda")
    call = f'choose_device("cuda") with RANK={rank}, LOCAL_RANK={local}'
    expect(
        call,
        got,
        torch.device("cuda", local),
        "the GPUs of a second machine start again from 0; use LOCAL_RANK",
    )

    world, size = random.randint(2, 4), random.randint(8, 12)
    numbers = torch.arange(world * size)
    orders: list[list[list[int]]] = [[], []]
    for rank in range(world):
        with playing(rank, world):
            torch.manual_seed(rank)
            loader = module.make_loader(TensorDataset(numbers), 3)
            if not isinstance(loader, DataLoader):
                raise Wrong(
                    "make_loader",
                    expected="a DataLoader",
                    got=repr(loader),
                    hint="return the loader",
                )
            for epoch in (0, 1):
                module.start_epoch(loader, epoch)
                orders[epoch].append([n for (batch,) in loader for n in batch.tolist()])
    call = f"make_loader(dataset of {world * size}, 3) in each of {world} processes"
    for order in orders:
        if any(len(share) != size for share in order):
            raise Wrong(
                call,
                expected=f"{size} items in each",
                got=[len(share) for share in order],
                hint="each process should see its own share; a sampler deals it out",
            )
        if sorted(number for share in order for number in share) != numbers.tolist():
            raise Wrong(
                call,
                expected="every item in one share",
                got=f"shares {order}",
                hint=(
                    "the shares should fit together; "
                    "the sampler's seed is the same in all processes"
                ),
            )
    if orders[0] == orders[1]:
        raise Wrong(
            f"{call}, two epochs",
            expected="two orders",
            got=f"{orders[0]} twice",
            hint=(
                "the second epoch should come in another order; "
                "does it shuffle, and does the sampler know the epoch?"
            ),
        )

    model = nn.Sequential(nn.Linear(3, 2), nn.Linear(2, 1))
    with tempfile.TemporaryDirectory() as folder:
        barriers = []
        second_machine = (2, 0)
        for rank, local in ((1, 1), second_machine, (0, 0)):
            path = Path(folder) / f"{rank}.pt"
            with playing(rank, 3, local) as called:
                module.save(Wrapper(model), str(path))
            barriers.append(len(called))
            if path.exists() != (rank == 0):
                raise Wrong(
                    f"save(model, path) in rank {rank}",
                    expected="a file" if rank == 0 else "no file",
                    got="a file" if path.exists() else "none",
                    hint="one process writes, the others do not",
                )
        if len(set(barriers)) > 1:
            raise Wrong(
                "save(model, path)",
                expected="as many barriers in each process",
                got=barriers,
                hint=(
                    "dist.barrier is a collective: "
                    "all processes call it, or those that do wait for the others"
                ),
            )
        try:
            state = torch.load(path, weights_only=True)
        except pickle.UnpicklingError:
            raise Wrong(
                "save(model, path)",
                expected="a file with a state_dict",
                got="a file with other objects",
                hint="save the state_dict of the model inside",
            ) from None
    if list(state) != list(model.state_dict()):
        raise Wrong(
            "save(model, path)",
            expected=list(model.state_dict()),
            got=list(state),
            hint=(
                "save one state_dict and no more; the names start with module. "
                "if you save the wrapper's, and the model is inside"
            ),
        )


if __name__ == "__main__":
    main(
        check,
        right=(
            "Device, shares, order and file are right in every process. Next: say of "
            "each of the four faults whether it raises or only trains worse."
        ),
    )
