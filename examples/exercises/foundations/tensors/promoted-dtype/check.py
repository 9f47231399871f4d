"""Check dtype_of_sum: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import torch
from torch.overrides import TorchFunctionMode

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, expect, main

KINDS = (
    torch.bool,
    torch.uint8,
    torch.int32,
    torch.int64,
    torch.float16,
    torch.bfloat16,
    torch.float32,
    torch.float64,
)
NUMBERS = {torch.bool: True, torch.int64: 2, torch.float32: 0.5}


class NoSum(TorchFunctionMode):
    """Refuses to add."""

    def __torch_function__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        if getattr(func, "__name__", "").strip("_") in ("add", "radd", "iadd", "sum"):
            raise Wrong(
                "dtype_of_sum adds tensors",
                hint="find the dtype by the rule, without adding anything",
            )
        return func(*args, **(kwargs or {}))


def check(module: ModuleType) -> None:
    tensors = [(left, right, False) for left in KINDS for right in KINDS]
    numbers = [(left, right, True) for left in KINDS for right in NUMBERS]
    random.shuffle(tensors)
    random.shuffle(numbers)
    for left, right, number in tensors + numbers:
        other = NUMBERS[right] if number else torch.ones(3, dtype=right)
        want = torch.result_type(torch.ones(3, dtype=left), other)
        if number and want != left:
            hint = (
                "a Python number of a higher kind changes the dtype, "
                "to that of the number as a tensor"
            )
        elif number:
            hint = (
                "a Python number does not widen a tensor of its "
                "own kind or a higher one; int32 + 2 stays int32"
            )
        else:
            hint = "two tensors take the dtype that torch.promote_types gives"
        with NoSum():
            got = module.dtype_of_sum(left, right, number)
        expect(f"dtype_of_sum({left}, {right}, {number})", got, want, hint)


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`torch.promote_types` knows the rule for two tensors. A Python number "
            "changes the dtype only if it is of a higher kind (bool < integer < "
            "floating point). `dtype.is_floating_point` tells one of them."
        ),
    )
