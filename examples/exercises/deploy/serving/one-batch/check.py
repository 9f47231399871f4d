"""Check answer_all: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, main


def check(module: ModuleType) -> None:
    for case in cases(range(5)):
        counts = (
            [[2, 1, 4], [3, 3]][case] if case < 2 else random.sample(range(1, 7), 4)
        )
        ends = np.cumsum(counts)
        rows = np.arange(2.0 * ends[-1]).reshape(-1, 2)
        requests = np.split(rows, ends[:-1])
        calls = []

        def run(batch: np.ndarray, calls: list[int] = calls) -> np.ndarray:
            calls.append(len(batch))
            return batch.sum(axis=1, keepdims=True)

        call = f"answer_all(run, requests), requests of {counts} rows"
        got = module.answer_all(run, requests)
        want = [request.sum(axis=1, keepdims=True) for request in requests]
        if len(calls) != 1:
            hint = "join the rows first, then call run once"
            raise Wrong(call, hint=hint, calls=len(calls))
        if not isinstance(got, list) or len(got) != len(want):
            raise Wrong(call, hint="return a list with one answer for each request")
        lengths = [len(part) for part in got]
        if lengths != counts:
            hint = "each answer has as many rows as its request"
            raise Wrong(call, hint=hint, got=lengths, expected=counts)
        if not all(map(np.array_equal, got, want)):
            hint = "hand the answers back in the order of the requests"
            raise Wrong(call, hint=hint, got=got, expected=want)


if __name__ == "__main__":
    main(
        check,
        hints=("`np.concatenate`; `np.split` takes the numbers of the rows to cut at."),
    )
