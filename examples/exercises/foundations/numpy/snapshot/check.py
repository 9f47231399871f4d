"""Check snapshot: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main

FLOATS = (torch.float64, torch.float32, torch.float16, torch.bfloat16)
KINDS = (*FLOATS, torch.int64, torch.int32, torch.uint8, torch.bool)


def check(module: ModuleType) -> None:
    accelerator = torch.accelerator.current_accelerator(check_available=True)
    for dtype in cases(random.sample(KINDS, len(KINDS))):
        for device in {torch.device("cpu"), accelerator or torch.device("cpu")}:
            for requires_grad in (False, True) if dtype.is_floating_point else (False,):
                if device.type == "mps" and dtype == torch.float64:
                    continue
                shape = [random.randint(1, 4) for _ in range(random.randint(1, 3))]
                tensor = torch.randint(0, 5, shape).to(device, dtype)
                tensor.requires_grad_(requires_grad)
                want = tensor.detach().cpu().clone()
                want = want.float() if dtype == torch.bfloat16 else want
                got = module.snapshot(tensor)
                call = (
                    f"snapshot(tensor) for a tensor of dtype {dtype}, "
                    f"requires_grad={requires_grad}, on {device.type}"
                )
                if got is not None and not isinstance(got, np.ndarray):
                    raise Wrong(
                        call, hint=f"return a NumPy array, not a {type(got).__name__}"
                    )
                if got is not None and torch.from_numpy(got).dtype != want.dtype:
                    raise Wrong(
                        f"{call}\ngot dtype: {got.dtype}",
                        hint="only bfloat16 is converted, to float32",
                    )
                expect(
                    call,
                    None if got is None else torch.from_numpy(got),
                    want,
                    "the values should be the tensor's",
                )
                before = got.copy()
                with torch.no_grad():
                    tensor.copy_(
                        torch.ones_like(tensor) if dtype == torch.bool else tensor + 1
                    )
                if dtype != torch.bool and not np.array_equal(got, before):
                    raise Wrong(
                        call,
                        hint=(
                            "your array changed with the tensor, "
                            "so they share memory; copy it"
                        ),
                    )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "There is a step for each of these: detach, cpu, float, numpy, and a copy."
        ),
        right=(
            "Eight dtypes were tried, floats with and without gradients. Next: leave "
            "the copy out and run the check again; on which devices would nobody "
            "notice?"
        ),
    )
