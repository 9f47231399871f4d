"""Check EpochLog: python check.py [FILE]."""

import csv
import random
import sys
import tempfile
import weakref
from pathlib import Path
from types import ModuleType

import torch
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main

HEADER = ["epoch", "lr", "loss"]


def check_file(
    call: str,
    path: Path,
    want: list[tuple[int, float, float]],
    batch_means: list[float],
) -> None:
    """Compare the file with the rows it must have; batch_means are wrong losses."""
    if not path.exists():
        raise Wrong(
            call,
            expected="a file",
            got="no file",
            hint="end_epoch writes the row; does it open the file?",
        )
    with path.open(newline="", encoding="utf-8") as file:
        lines = [line for line in csv.reader(file) if line]
    if not lines:
        hint = (
            "the row is not in the file yet; write it, then close the file or flush it"
        )
        raise Wrong(
            call, expected=f"{len(want) + 1} lines", got="an empty file", hint=hint
        )
    if lines[0] != HEADER:
        raise Wrong(
            call,
            expected=f"first line {HEADER}",
            got=f"{lines[0]}",
            hint="the first line is the header: epoch, lr, loss",
        )
    rows = lines[1:]
    if HEADER in rows:
        raise Wrong(
            call,
            expected="one header",
            got=f"{lines.count(HEADER)} headers",
            hint="write the header only if the file is new",
        )
    if len(rows) < len(want):
        hint = (
            "the row is not in the file yet; write it, then close the file or flush it"
        )
        if rows and rows[0][0] != str(want[0][0]):
            hint = "the rows from before are gone; open the file to append"
        raise Wrong(call, expected=f"{len(want)} rows", got=f"{len(rows)}", hint=hint)
    expect(f"{call}\nnumber of rows", len(rows), len(want), "one row per epoch")
    for row, (epoch, lr, loss), batch_mean in zip(rows, want, batch_means):
        told = f"{call}\nrow {row}"
        if len(row) != 3:
            raise Wrong(
                told,
                expected="three columns",
                got=str(len(row)),
                hint="a row holds epoch, lr and loss",
            )
        try:
            numbers = [float(cell) for cell in row]
        except ValueError:
            hint = (
                "write a plain number, not a tensor: "
                "float(...) or item() at the end of the epoch"
            )
            raise Wrong(
                told, expected="three numbers", got=", ".join(row), hint=hint
            ) from None
        expect(
            f"{told}, epoch", numbers[0], float(epoch), "the first column is the epoch"
        )
        expect(
            f"{told}, lr", numbers[1], lr, "the second column is the lr of this epoch"
        )
        hint = (
            "the mean over the samples since the last row, not rounded; "
            "start the sums anew after each row"
        )
        if abs(numbers[2] - batch_mean) < 1e-6 + 1e-5 * abs(batch_mean):
            hint = (
                "this is the mean over batches; "
                "weight the loss of each batch by its samples"
            )
        expect(f"{told}, loss", numbers[2], loss, hint)


class NoFetch(TorchDispatchMode):
    """Refuses what item() and float() come down to."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func is torch.ops.aten._local_scalar_dense.default:
            hint = (
                "item() and float() wait for the device in each step; "
                "add up detached tensors"
            )
            raise Wrong(
                "batch",
                expected="no number fetched",
                got="item(), or a float() of a tensor",
                hint=hint,
            )
        return func(*args, **(kwargs or {}))


class NoCopy(TorchFunctionMode):
    """Refuses the other ways to fetch a number."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        name = getattr(func, "__name__", "")
        if name == "to" and any(
            isinstance(value, str) and value == "cpu"
            for value in (*args, *(kwargs or {}).values())
        ):
            name = "cpu"
        if name in ("tolist", "numpy", "__array__", "cpu"):
            raise Wrong(
                "batch",
                expected="no number fetched",
                got=f"{name}()",
                hint=f"{name}() waits for the device too; add up detached tensors",
            )
        return func(*args, **(kwargs or {}))


class Held:
    """An object to refer to weakly."""


class Identity(torch.autograd.Function):
    """Hands on its value; what is held lives as long as the graph."""

    @staticmethod
    def forward(ctx, value, held):
        ctx.held = held
        return value.clone()


def check_run(module: ModuleType) -> None:
    """Two runs on one file, read after each epoch while the logger is still open."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        path = Path(folder) / "log.csv"
        want: list[tuple[int, float, float]] = []
        batch_means: list[float] = []
        for where in ("the first run", "a second EpochLog on the same file"):
            log = module.EpochLog(path)
            for _ in range(random.randint(2, 3)):
                sizes = [32, 32, random.randint(1, 8)]
                values = [random.uniform(0.5, 1.0) for _ in range(2)]
                values.append(random.uniform(2.0, 4.0))
                graphs = []
                for value, samples in zip(values, sizes):
                    held = Held()
                    graphs.append(weakref.ref(held))
                    leaf = torch.tensor(value, requires_grad=True)
                    loss = Identity.apply(leaf, held)
                    with NoFetch(), NoCopy():
                        log.batch(loss, samples)
                    del loss, held
                if any(graph() for graph in graphs):
                    hint = (
                        "a kept loss keeps its graph, "
                        "and the graph of every batch of the epoch; use loss.detach()"
                    )
                    raise Wrong(
                        "batch",
                        expected="detached tensors",
                        got="a tensor with a graph",
                        hint=hint,
                    )
                epoch, lr = len(want), random.choice((0.5, 0.1, 0.01))
                log.end_epoch(epoch, lr)
                total = sum(value * samples for value, samples in zip(values, sizes))
                want.append((epoch, lr, total / sum(sizes)))
                batch_means.append(sum(values) / 3)
                call = f"{where}, the file after end_epoch({epoch}, {lr})"
                check_file(call, path, want, batch_means)


def check(module: ModuleType) -> str:
    for _ in cases(range(10)):
        check_run(module)
    return "Ten files were read after every epoch, each written by two runs."


if __name__ == "__main__":
    main(
        check,
        hints=(
            "Add up detached tensors, so that no graph is kept. The header stands "
            "once, at the top of the file. When this returns, another program must "
            "see the row, since the run may be killed in the next epoch. Start the "
            "sums anew."
        ),
        right=(
            "Next: add a column for the norm that `clip_grad_norm_` returns, kept on "
            "the device like the loss."
        ),
    )
