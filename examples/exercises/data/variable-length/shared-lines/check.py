"""Check Lines: python check.py [FILE]."""

import random
import sys
import tempfile
from collections import Counter
from pathlib import Path
from types import ModuleType

from torch.utils.data import IterableDataset
from torch.utils.data._utils import worker as worker_module

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


def read_as(dataset: object, number: int, workers: int) -> list[str]:
    """What one of so many workers would yield, without starting a process."""
    worker_module._worker_info = worker_module.WorkerInfo(
        id=number, num_workers=workers, seed=0, dataset=dataset
    )
    try:
        return list(dataset)
    finally:
        worker_module._worker_info = None


def check_file(module: ModuleType, path: Path, count: int) -> None:
    words = [f"line {number} {random.randint(0, 999)}" for number in range(count)]
    lines = [
        " " * (number % 3) + text + " " * (number % 2)
        for number, text in enumerate(words)
    ]
    path.write_text("".join(line + "\n" * random.choice((1, 1, 3)) for line in lines))
    dataset = module.Lines(path)
    passed = dataset.__iter__()
    if passed is None:
        expect("iter(Lines(path))", passed, iter([]), "")
    call = f"Lines of a file with {count} lines, some empty lines between them"
    expect(
        f"{call}, without workers",
        list(passed),
        lines,
        "yield what is not empty: without line break, but with its spaces",
    )
    expect(
        f"{call}, a second pass",
        list(dataset),
        lines,
        "open the file in __iter__, so that each pass begins anew",
    )
    if not isinstance(dataset, IterableDataset):
        raise Wrong(
            "isinstance(Lines(path), IterableDataset) is False",
            hint="class Lines(IterableDataset[str])",
        )
    for workers in (1, 2, 3, 5):
        shares = [read_as(dataset, number, workers) for number in range(workers)]
        times = Counter(line for share in shares for line in share)
        call = f"{workers} workers on {count} lines"
        if any(times[line] > 1 for line in lines):
            raise Wrong(
                call,
                expected="each line once",
                got="some of them twice",
                hint="each worker reads a share",
            )
        if missing := [line for line in lines if not times[line]]:
            raise Wrong(
                call,
                expected="each line once",
                got=f"{len(missing)} lines missing",
                hint=(
                    "each line is for one worker, also if the number of lines "
                    "is no multiple of the number of workers"
                ),
            )
        sizes = [len(share) for share in shares]
        if max(sizes) - min(sizes) > 1:
            raise Wrong(
                call,
                expected="shares that differ by one at most",
                got=sizes,
                hint="count the lines that are not empty, and deal them out in turn",
            )


def check(module: ModuleType) -> str:
    with tempfile.TemporaryDirectory() as folder:
        for count in cases((random.randint(20, 40), 31, 7)):
            check_file(module, Path(folder) / "lines.txt", count)
    return "Up to five workers shared each of three files, and every line came once."


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`torch.utils.data.get_worker_info()` returns `None`, or something with "
            "the attributes id, from 0, and `num_workers`. enumerate counts; count "
            "the lines that you would yield."
        ),
        right=(
            'Next: below `if __name__ == "__main__":`, count what '
            "`DataLoader(Lines(path), num_workers=2)` yields."
        ),
    )
