"""Check limit: python check.py [FILE]."""

import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


def check(module: ModuleType) -> None:
    for _ in cases(range(5)):
        x = torch.rand(4) * 2 - 1
        hint = "nothing is above 1 here, so x stays as it is"
        expect(f"limit(torch.tensor({x.tolist()}))", module.limit(x.clone()), x, hint)

        x = torch.rand(4) * 2 - 1
        x[0] = -5 - torch.rand(())
        hint = "divide all of x by the same number, the largest absolute value"
        expect(
            f"limit(torch.tensor({x.tolist()}))",
            module.limit(x.clone()),
            x / x[0].abs(),
            hint,
        )

    xs = torch.tensor([[0.5, -0.25], [4.0, -8.0]])
    call = "torch.func.vmap(limit)(torch.tensor([[0.5, -0.25], [4.0, -8.0]]))"
    try:
        torch.func.vmap(module.limit)(xs)
    except RuntimeError as error:
        message = str(error).splitlines()[0].split(". ")[0]
        raise Wrong(
            f"{call}\nraises:   {message}",
            hint="is a Python decision about a value left, or a mask as index?",
        ) from None


if __name__ == "__main__":
    main(
        check,
        hints="Dividing by 1 changes nothing. `clamp(min=1)` makes numbers at least 1.",
        right=(
            "Ten vectors agree, and vmap ran the function on a batch. Next: call "
            'torch.compile(limit, backend="eager", fullgraph=True) on a vector; '
            "before, with the if, it would have raised."
        ),
    )
