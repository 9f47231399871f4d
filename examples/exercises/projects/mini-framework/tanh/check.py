"""Check tanh: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
sys.path.insert(0, str(Path(__file__).resolve().parents[4] / "projects/mini-framework"))
from checking import Wrong, cases, expect, main
from mini import Tensor


def check(module: ModuleType) -> None:
    for _ in cases(range(8)):
        shape = tuple(random.randint(2, 4) for _ in range(random.randint(1, 3)))
        values = np.random.uniform(0.4, 2, shape)
        weights = np.random.uniform(2, 3, shape)
        values *= np.random.choice([-1, 1], shape)
        x = Tensor(values)
        reference = torch.tensor(values, dtype=torch.float32, requires_grad=True)
        call = f"tanh(x) for x =\n{x.data}"
        result, want = module.tanh(x), torch.tanh(reference)
        if not isinstance(result, Tensor):
            raise Wrong(f"{call}\ngot: {result!r}", hint="return a Tensor of mini.py")
        expect(
            call,
            torch.tensor(result.data),
            want.detach(),
            "np.tanh(x.data) has the values",
        )
        (result * weights).sum().backward()
        (want * torch.tensor(weights, dtype=torch.float32)).sum().backward()
        if x.grad is None:
            raise Wrong(
                call,
                hint=(
                    "backward never reaches x; "
                    "give Tensor the list of pairs as a second argument"
                ),
            )
        got, hint = torch.tensor(x.grad), "the derivative is 1 - t**2 with t = tanh(x)"
        bare = 1 - want.detach() ** 2
        if got.shape == bare.shape and torch.allclose(got, bare, atol=1e-5):
            hint = (
                "multiply with the gradient of the result, which the rule is given: "
                "the chain rule"
            )
        expect(
            f"x.grad after (tanh(x) * weights).sum().backward(), x =\n{x.data}",
            got,
            reference.grad,
            hint,
            1e-3,
            1e-5,
        )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`numpy.tanh` computes the values. The second argument of Tensor is a "
            "list with one pair for each input: the input, and a function from the "
            "gradient of the result to the gradient of that input. If t is the tanh "
            "of x, its derivative is 1 - t**2."
        ),
    )
