"""Check pick_device on four pretended machines: python check.py [FILE]."""

import sys
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, load, main

MACHINES = [
    (
        "a build for the CPU",
        None,
        False,
        "cpu",
        "current_accelerator() answers None here; then take the CPU",
    ),
    (
        "a build for CUDA, no GPU",
        "cuda",
        False,
        "cpu",
        "ask what the machine can use: check_available=True",
    ),
    (
        "a build for CUDA, one GPU",
        "cuda",
        True,
        "cuda",
        "there is a GPU that can be used; take it",
    ),
    (
        "a Mac with MPS",
        "mps",
        True,
        "mps",
        "CUDA is not the only accelerator; torch.accelerator knows them all",
    ),
]


def pretend(made_for: str | None, usable: bool) -> ExitStack:
    """Make torch answer as on another machine until the stack is closed."""

    def current_accelerator(check_available: bool = False) -> torch.device | None:
        if made_for and (usable or not check_available):
            return torch.device(made_for)
        return None

    cuda, mps = usable and made_for == "cuda", usable and made_for == "mps"
    stack = ExitStack()
    for module, name, function in [
        (torch.accelerator, "current_accelerator", current_accelerator),
        (torch.accelerator, "is_available", lambda: usable),
        (torch.accelerator, "device_count", lambda: int(usable)),
        (torch.cuda, "is_available", lambda: cuda),
        (torch.cuda, "device_count", lambda: int(cuda)),
        (torch.backends.cuda, "is_built", lambda: made_for == "cuda"),
        (torch.mps, "is_available", lambda: mps),
        (torch.mps, "device_count", lambda: int(mps)),
        (torch.backends.mps, "is_available", lambda: mps),
        (torch.backends.mps, "is_built", lambda: made_for == "mps"),
    ]:
        stack.enter_context(patch.object(module, name, function))
    return stack


def check(module: ModuleType) -> None:
    path = Path(str(module.__file__))
    for machine, made_for, usable, want, hint in MACHINES:
        with pretend(made_for, usable):
            got = load(path).pick_device()
        if got is None:
            told = hint if made_for is None else "return a device"
            hint = f"{told}, and end the function with return"
        elif not isinstance(got, torch.device):
            hint = f"return a torch.device, not a {type(got).__name__}"
        elif got.type == want:
            continue
        raise Wrong(
            f"pick_device() on {machine}",
            expected=repr(torch.device(want)),
            got=repr(got),
            hint=hint,
        )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "What a build was made for and what the machine can use are two questions."
        ),
    )
