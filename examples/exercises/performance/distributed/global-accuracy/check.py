"""Check global_accuracy: python check.py [FILE]."""

import random
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

import torch
import torch.distributed as dist

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, main


class Waiting(Exception):
    """A process waits in a collective for one that has ended."""


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
        self, tensor: torch.Tensor, op: object = dist.ReduceOp.SUM, **others: object
    ) -> None:
        if op != dist.ReduceOp.SUM:
            raise Wrong(
                "dist.all_reduce",
                expected="a sum",
                got="another op",
                hint="sum, and divide at the end",
            )
        given = self.exchange("all_reduce", tensor.clone())
        tensor.copy_(torch.stack(given).sum(dim=0))

    def all_gather(
        self, tensor_list: list, tensor: torch.Tensor, **others: object
    ) -> None:
        for own, value in zip(tensor_list, self.exchange("all_gather", tensor.clone())):
            own.copy_(value)

    def all_gather_object(self, object_list: list, obj: Any, **others: object) -> None:
        object_list[:] = self.exchange("all_gather_object", obj)

    def run(self, function: Callable, arguments: list) -> list:
        results: list = [None] * self.world

        def work(rank: int) -> None:
            self.me.rank, self.me.calls = rank, 0
            try:
                results[rank] = function(*arguments[rank])
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


def check(module: ModuleType) -> None:
    shares = [[5, 40], [30, 3, 12], [7, 0, 20]]
    shares += [[random.randint(1, 30), random.randint(31, 60)] for _ in range(2)]
    for sizes in cases(shares):
        arguments, correct = [], 0
        for number, size in enumerate(sizes):
            targets = torch.randint(0, 4, (size,))
            right = torch.rand(size) < (0.2 if number else 0.9)
            answers = torch.where(right, targets, (targets + 1) % 4)
            outputs = 3 * torch.nn.functional.one_hot(answers, 4) + torch.rand(size, 4)
            arguments.append((outputs, targets))
            correct += int(right.sum())
        want = correct / sum(sizes)
        call = f"global_accuracy(outputs, targets) in processes with {sizes} images"
        results = Processes(len(sizes)).run(module.global_accuracy, arguments)
        for result in results:
            if isinstance(result, Exception) and not isinstance(result, Waiting):
                raise result
        if any(isinstance(result, Exception) for result in results):
            raise Wrong(
                call,
                expected=f"{want:.4f} in each",
                got="a process that waits in vain in a collective",
                hint="every process must make the same calls",
            )
        found = [f"{r:.4f}" if isinstance(r, float) else repr(r) for r in results]
        told = f"{call}\nexpected: {want:.4f} in each\ngot:      {', '.join(found)}"
        if not all(isinstance(result, float) for result in results):
            raise Wrong(told, hint="return a Python float: .item()")
        if all(abs(result - want) < 1e-4 for result in results):
            continue
        own = [
            (o.argmax(dim=1) == t).float().sum().item() / max(len(t), 1)
            for o, t in arguments
        ]
        if all(abs(a - b) < 1e-4 for a, b in zip(results, own)):
            raise Wrong(
                told, hint="each knows its own images only; call dist.all_reduce"
            )
        if len({round(result, 4) for result in results}) == 1:
            raise Wrong(
                told,
                hint=(
                    "add up the right answers and the images, then divide once: "
                    "for a mean of the accuracies, the shares differ in size"
                ),
            )
        raise Wrong(
            told, hint="the processes disagree; sum the counts too before you divide"
        )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`torch.distributed`, as dist, is set up: `dist.all_reduce(tensor)` puts "
            "in its place the sum over all processes. Which two numbers can be "
            "summed? All processes must make the same calls."
        ),
        right=(
            "Two and three processes got the accuracy over all their images, also "
            "where one had none. Next: how many collectives did you need? One is "
            "enough."
        ),
    )
