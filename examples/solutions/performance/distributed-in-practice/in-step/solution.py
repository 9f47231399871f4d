"""Yield batches as long as every process has one."""

from collections.abc import Iterable, Iterator
from typing import Any

import torch
import torch.distributed as dist


def in_step(batches: Iterable[Any]) -> Iterator[Any]:
    iterator = iter(batches)
    while True:
        batch = next(iterator, None)
        has_one = torch.tensor(int(batch is not None))
        dist.all_reduce(has_one, op=dist.ReduceOp.MIN)
        if not has_one:
            return
        yield batch
