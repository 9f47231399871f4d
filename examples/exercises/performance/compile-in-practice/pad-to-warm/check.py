"""Check answer: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch
from torch import nn

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


def check(module: ModuleType) -> None:
    sizes = [random.randint(2, 3), random.randint(5, 8), random.randint(10, 16)]
    graphs, seen = [], []

    def count(graph, inputs):
        graphs.append(1)
        return graph.forward

    torch.compiler.reset()
    model = nn.Linear(3, 2)
    compiled = torch.compile(model, backend=count, dynamic=False)
    for size in sizes:
        compiled(torch.zeros(size, 3))

    def watched(rows: torch.Tensor) -> torch.Tensor:
        seen.append(rows)
        return compiled(rows)

    for number in cases((sizes[0] - 1, *sizes, sizes[0] + 1, sizes[2] - 1)):
        rows = torch.randn(number, 3)
        seen.clear()
        call = f"answer(model, rows, {sizes}) for {number} rows"
        got = module.answer(watched, rows.clone(), list(sizes))
        if len(graphs) > len(sizes):
            raise Wrong(
                call,
                expected="no new graph",
                got=f"a new one, for {[len(part) for part in seen]} rows",
                hint="give the model as many rows as one of the sizes, no other number",
            )
        expect(
            call,
            got,
            model(rows),
            "one row of the result for each of the rows; cut off those of the padding",
        )
        want = min(size for size in sizes if size >= number)
        if [len(part) for part in seen] != [want]:
            raise Wrong(
                call,
                expected=f"one call with {want} rows",
                got=f"calls with {[len(part) for part in seen]} rows",
                hint="one call, with the smallest size that the rows fit into",
            )
        if seen[0][number:].any():
            raise Wrong(
                call,
                expected="zeros below the rows",
                got=seen[0][number:],
                hint="fill up with zeros",
            )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "First the smallest of the sizes that is not less than `len(rows)`. "
            "`nn.functional.pad` takes two numbers for each axis, beginning with the "
            "last: how many to put before it and after it. Last, cut the result."
        ),
        right=(
            "No call made a new graph. Next: this needs a model that treats each row "
            "by itself. Put `nn.BatchNorm1d` in training mode into it, and compare."
        ),
    )
