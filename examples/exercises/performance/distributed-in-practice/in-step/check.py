"""Check in_step: python check.py [FILE]."""

import functools
import itertools
import random
import sys
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

import torch
import torch.distributed as dist

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, main

SAME_CALLS = "every process must make the same calls in the same order"
REDUCE = {
    dist.ReduceOp.SUM: lambda given: given.sum(dim=0),
    dist.ReduceOp.MIN: lambda given: given.amin(dim=0),
    dist.ReduceOp.MAX: lambda given: given.amax(dim=0),
    dist.ReduceOp.PRODUCT: lambda given: given.prod(dim=0),
    dist.ReduceOp.BAND: lambda given: functools.reduce(torch.bitwise_and, given),
}


class Waiting(Exception):
    """A process waits in a collective for one that is elsewhere, or has ended."""


class TooFar(Exception):
    """A process takes more batches than it can use."""


class Processes:
    """Threads that play the processes of a group, without a network."""

    def __init__(self, world: int):
        self.world = world
        self.me = threading.local()
        self.changed = threading.Condition()
        # for each call, the collective and the value of each rank
        self.given: dict[int, dict[int, Any]] = {}
        self.gone: set[int] = set()

    def exchange(self, collective: str, value: Any) -> list:
        with self.changed:
            given = self.given.setdefault(self.me.calls, {})
            self.me.calls += 1
            given[self.me.rank] = (collective, value)
            self.changed.notify_all()
            self.changed.wait_for(
                lambda: len(given) == self.world or self.gone - given.keys()
            )
            names = [name for name, _ in given.values()]
            if names != [collective] * self.world:
                raise Waiting
            return [given[rank][1] for rank in range(self.world)]

    def all_reduce(
        self, tensor: torch.Tensor, op: Any = dist.ReduceOp.SUM, **others: object
    ) -> None:
        given = torch.stack(self.exchange(f"all_reduce {op}", tensor.clone()))
        tensor.copy_(REDUCE[op](given))

    def all_gather(
        self, tensor_list: list, tensor: torch.Tensor, **others: object
    ) -> None:
        for own, value in zip(tensor_list, self.exchange("all_gather", tensor.clone())):
            own.copy_(value)

    def all_gather_object(self, object_list: list, obj: Any, **others: object) -> None:
        object_list[:] = self.exchange("all_gather_object", obj)

    def run(self, module: ModuleType, streams: list[Iterable[str]]) -> list:
        """What in_step yields in each process, or what it raises."""
        results: list = [None] * self.world

        def work(rank: int) -> None:
            self.me.rank, self.me.calls = rank, 0
            taken: list[str] = []
            try:
                batches = module.in_step(streams[rank])
                if batches is None:
                    raise Wrong(
                        "in_step(batches)",
                        expected="an iterator",
                        got="None",
                        hint="yield each batch that all can use",
                    )
                for batch in batches:
                    taken.append(batch)
                    self.exchange("the step", None)
                results[rank] = taken
            except Exception as error:
                results[rank] = error
            with self.changed:
                self.gone.add(rank)
                self.changed.notify_all()

        with (
            patch.object(dist, "all_reduce", self.all_reduce),
            patch.object(dist, "all_gather", self.all_gather),
            patch.object(dist, "all_gather_object", self.all_gather_object),
            patch.object(dist, "get_rank", lambda group=None: self.me.rank),
            patch.object(dist, "get_world_size", lambda group=None: self.world),
        ):
            threads = [
                threading.Thread(target=work, args=(rank,))
                for rank in range(self.world)
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        return results


def stream(rank: int, length: int | None, limit: int) -> Iterator[str]:
    """The batches of one process, by name; without an end if length is None."""
    for number in itertools.count() if length is None else range(length):
        if number > limit:
            raise TooFar
        yield f"batch {number} of rank {rank}"


def check(module: ModuleType) -> None:
    lengths: list[list[int | None]] = [[3, 2], [4, 0, 7], [5, 5], [None, 6]]
    lengths += [[random.randint(1, 9), random.randint(1, 9), 10]]
    for sizes in cases(lengths):
        steps = min(size for size in sizes if size is not None)
        streams = [stream(rank, size, steps + 1) for rank, size in enumerate(sizes)]
        told = ["without an end" if size is None else str(size) for size in sizes]
        call = f"in_step in {len(sizes)} processes with streams of {', '.join(told)}"
        results = Processes(len(sizes)).run(module, streams)
        for result in results:
            if isinstance(result, TooFar):
                raise Wrong(
                    call,
                    expected=f"{steps} batches from each",
                    got="one process that reads on",
                    hint="take one batch at a time: a stream may have no end",
                )
            if isinstance(result, Exception) and not isinstance(result, Waiting):
                raise result
        if any(isinstance(result, Waiting) for result in results):
            raise Wrong(
                call,
                expected=f"{steps} steps of each",
                got="a process that waits in vain in a collective",
                hint=SAME_CALLS + "; one that has no batch left must still say so",
            )
        if any(len(result) > steps for result in results):
            raise Wrong(
                call,
                expected=f"{steps} steps of each",
                got=f"{max(len(result) for result in results)} steps",
                hint="all stop as soon as one of them has no batch left",
            )
        want = [
            [f"batch {number} of rank {rank}" for number in range(steps)]
            for rank in range(len(sizes))
        ]
        if results != want:
            raise Wrong(
                call,
                expected=want,
                got=results,
                hint="yield the batches of this process, in their order, none twice",
            )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`next(iterator, None)` takes one batch, or None at the end. Before each "
            "step, all processes exchange one number. Which `dist.ReduceOp` gives 1 "
            "only if every process has given 1?"
        ),
        right=(
            "Streams of any length, one of them without an end, gave the same number "
            "of steps in each process. Next: how many batches were taken and never "
            "used?"
        ),
    )
