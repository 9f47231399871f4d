"""Check limited: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, expect, main


def reference(x: torch.Tensor, limit: float) -> torch.Tensor:
    peak = x.abs().max().item()
    if peak > limit:
        x = x * (limit / peak)
    positive = x[x > 0]
    if len(positive) > 0:
        x = x - positive.mean()
    return x


def reason(error: Exception) -> str:
    text = str(error)
    if "branching" in text or "data-dependent" in text:
        return "a Python if on a value splits the graph; torch.where does not"
    if "print" in text:
        return "leave out the print"
    return "these lines are not in one graph: " + text.splitlines()[0]


def check_values(module: ModuleType, x: torch.Tensor, limit: float) -> None:
    call = (
        f"limited(x, {limit:.2f}), "
        f"where x has {int((x > 0).sum())} positive elements of {x.numel()}"
    )
    got = module.limited(x.clone(), limit)
    hint = "compare each step with the function in the docstring"
    if isinstance(got, torch.Tensor) and got.isnan().any():
        hint = "0 / 0 is nan: divide by 1 at least"
    elif x.abs().max() <= limit:
        hint = "below the limit nothing is scaled"
    expect(call, got, reference(x, limit), hint)


def check(module: ModuleType) -> None:
    size = random.randint(5, 9)
    inputs = [
        torch.randn(size),
        9 * torch.randn(size),
        9 * torch.randn(size, 3),
        -torch.rand(size) - 0.1,
    ]
    inputs.append(torch.cat([torch.zeros(2), torch.rand(size)]))
    for x in inputs:
        for limit in (0.5 * x.abs().max().item(), 2 * x.abs().max().item()):
            check_values(module, x, limit)
    torch.compiler.reset()
    compiled = torch.compile(module.limited, backend="eager", fullgraph=True)
    for x in inputs:
        try:
            got = compiled(x, 2.0)
        except Exception as error:
            raise Wrong(
                "torch.compile(limited, fullgraph=True)",
                expected="one graph",
                got=type(error).__name__,
                hint=reason(error),
            ) from None
        expect(
            "the compiled limited(x, 2.0)",
            got,
            reference(x, 2.0),
            "compiled and eager have to agree",
        )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`torch.where` chooses between two tensors that both exist. Rather than "
            "to cut out the positive elements, sum them with where, and divide by how "
            "many there are: but by 1 at least."
        ),
    )
