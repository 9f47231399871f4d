"""Check a script for spawned workers, in one process: python check.py [FILE]."""

import contextlib
import io
import pickle
import random
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

import torch
from torch.utils.data import DataLoader

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, load, main


def refuse(loader: Any) -> Iterator[Any]:
    raise Wrong(
        "importing the script",
        expected="no loader is used",
        got="a loop over a loader",
        hint=(
            "a spawned worker imports the script too; "
            "put it below if __name__ == '__main__':"
        ),
    )


def fetch(dataset: Any, collate: Any, indices: list[int]) -> Any:
    """One batch, as a worker makes it."""
    if hasattr(dataset, "__getitems__"):
        return collate(dataset.__getitems__(indices))
    return collate([dataset[index] for index in indices])


def alone(loader: Any) -> Iterator[Any]:
    """All batches, loaded without workers."""
    for indices in loader.batch_sampler:
        yield fetch(loader.dataset, loader.collate_fn, indices)


def check(module: ModuleType) -> str:
    sys.modules[module.__name__] = module  # where pickle looks for classes
    patch.object(DataLoader, "__iter__", alone).start()
    for count in cases((random.randint(5, 20), 8, 3)):
        factor = random.randint(2, 9)
        call = f"make_loader({count}, {factor})"
        loader = module.make_loader(count, factor)
        if loader is None:
            expect(call, loader, "a DataLoader", "")
        expect(f"{call}.num_workers", loader.num_workers, 2, "keep the two workers")
        sent = {}
        for name in ("dataset", "collate_fn", "worker_init_fn"):
            try:
                sent[name] = pickle.dumps(getattr(loader, name))
            except (pickle.PicklingError, AttributeError, TypeError) as error:
                raise Wrong(
                    call,
                    expected="a loader that can be sent to a worker",
                    got=error,
                    hint=(
                        f"its {name} cannot be pickled; "
                        "put it, and what it holds, at the top level"
                    ),
                ) from None
        want = [
            torch.arange(start, min(start + 4, count)) * factor
            for start in range(0, count, 4)
        ]
        got = list(loader)
        expect(
            f"{call}, number of batches",
            len(got),
            len(want),
            "batch_size=4, and keep the last batch",
        )
        for batch, right in zip(got, want):
            expect(f"a batch of {call}", batch, right, "sample i is i * factor")
        worker = load(Path(str(module.__file__)))
        sys.modules[module.__name__] = worker
        dataset, collate = (
            pickle.loads(sent[name]) for name in ("dataset", "collate_fn")
        )
        numbers = list(range(count))
        if len(dataset) != count or fetch(dataset, collate, numbers).tolist() != [
            factor * number for number in numbers
        ]:
            raise Wrong(
                f"{call}, in a spawned worker",
                expected=f"{count} samples, the last {factor * (count - 1)}",
                got=f"{len(dataset)} samples",
                hint="the numbers belong into attributes of the dataset",
            )
        sys.modules[module.__name__] = module
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        runpy.run_path(str(module.__file__), run_name="__main__")
    expect(
        "python FILE",
        printed.getvalue().strip(),
        "135",
        "as a script it should still print the sum",
    )
    return "Dataset and collate function were sent; the script still prints its sum."


if __name__ == "__main__":
    with patch.object(DataLoader, "__iter__", refuse):
        main(
            check,
            hints=(
                "Everything that goes to a worker is pickled, the dataset and the "
                "collate function. The worker then imports this file under "
                "another name than `__main__`, and nothing in it may start "
                "workers again."
            ),
            right=(
                'Next: add `multiprocessing_context="spawn"` to the loader and run '
                "the file, now with two real processes."
            ),
        )
