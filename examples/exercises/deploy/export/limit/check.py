"""Check limit: python check.py [FILE]."""

import logging
import random
import sys
from pathlib import Path
from types import ModuleType

import torch
from torch import nn

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, expect, main


def limited(x: torch.Tensor) -> torch.Tensor:
    largest = x.abs().max()
    return x / largest if largest > 1 else x


def hint_for(x: torch.Tensor, got: object) -> str:
    if isinstance(got, torch.Tensor) and got.shape == x.shape:
        if torch.allclose(got, x / x.abs().max()):
            return "nothing above 1 here, so x should come back as it is"
        if torch.allclose(got, x.clamp(-1, 1)):
            return "this cuts off single values; all of x is divided by one number"
        if torch.allclose(got, x / x.abs().amax(dim=1, keepdim=True).clamp(min=1)):
            return "one number for all of x, not one for each row"
    return (
        "where the largest absolute value is above 1, all of x is divided by it; "
        "otherwise nothing changes"
    )


def check(module: ModuleType) -> None:
    class Limit(nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return module.limit(x)

    def sample(size: int, largest: float) -> torch.Tensor:
        x = torch.rand(size, 3) - 0.5
        x[random.randrange(size), random.randrange(3)] = 0.5 * random.choice((-1, 1))
        return 2 * largest * x

    inputs = [
        sample(random.randint(3, 6), random.choice((0.3, 0.9, 2.0, 7.0)))
        for _ in range(8)
    ]
    inputs += [
        sample(1, 0.5),
        sample(5, 4.0),
        torch.tensor([[0.5, -3.0, 1.5], [0.5, 1.5, -1.5]]),
        torch.zeros(2, 3),
    ]
    for x in inputs:
        got = module.limit(x.clone())
        expect(f"limit(\n{x})", got, limited(x), hint_for(x, got))
    logging.disable(logging.CRITICAL)
    try:
        dynamic_shapes = ({0: torch.export.Dim("batch")},)
        run = torch.export.export(
            Limit(), (torch.rand(2, 3),), dynamic_shapes=dynamic_shapes
        ).module()
    except Exception as error:
        hint = "see what export refuses; operations of torch on x are enough"
        if "Constraints violated" in str(error):
            hint = "the shape of the example ended up in your code; let the batch vary"
        if "data-dependent" in str(error):
            hint = (
                "a Python if (or while) on a value of a tensor cannot be exported; "
                "see torch.where"
            )
        raise Wrong(
            f"torch.export.export fails: {str(error).strip().splitlines()[0]}",
            hint=hint,
        ) from None
    for x in inputs:
        hint = (
            "your function is right, its program is not: "
            "something was computed at export and kept as a constant"
        )
        expect(f"the exported program, with x =\n{x}", run(x), limited(x), hint)


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`torch.where(condition, a, b)` computes both and picks. Or find one "
            "formula that is right in both cases: by what is x divided when it stays "
            "as it is?"
        ),
        right=(
            "Twelve inputs agree, with the function and with its program. Next: write "
            "it in another way, and print the graphs of both programs."
        ),
    )
