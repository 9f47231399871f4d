"""An accelerator of our own over host memory, built from standin.cpp; what loads it has it as torch.standin."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import torch
from filelock import FileLock

SOURCE = Path(__file__).with_suffix(".cpp")
CACHE = SOURCE.parents[1] / ".cache/standin"
TORCH = Path(torch.__file__).parent
COMPILE = ["c++", "-std=c++20", "-O1", "-shared", "-fPIC"]


def missing() -> str | None:
    """What this machine lacks to build the stand-in, in a sentence."""
    if sys.platform != "linux":
        return f"the stand-in accelerator is for Linux, and this is {sys.platform}"
    if not (TORCH / "include/torch/library.h").is_file():
        return "the stand-in accelerator needs the C++ headers of torch, and this build comes without them"
    empty = [*COMPILE, "-E", "-x", "c++", os.devnull]
    if not shutil.which("c++") or subprocess.run(empty, capture_output=True).returncode:
        return "the stand-in accelerator needs a compiler for C++20, and c++ is none or not there"
    return None


def library() -> Path:
    """The compiled stand-in, built when its source or torch has changed."""
    digest = hashlib.sha256(SOURCE.read_bytes() + torch.__version__.encode()).hexdigest()[:16]
    path = CACHE / f"{digest}.so"
    CACHE.mkdir(parents=True, exist_ok=True)
    with FileLock(CACHE / "lock"):
        if not path.exists():
            part = path.with_suffix(".part")
            link = ["-isystem", TORCH / "include", "-L", TORCH / "lib", "-ltorch", "-ltorch_cpu", "-lc10"]
            done = subprocess.run([*COMPILE, "-o", part, SOURCE, *link], capture_output=True, text=True)
            if done.returncode:
                raise RuntimeError(f"{SOURCE} does not compile:\n{done.stderr}")
            part.rename(path)
    return path


def load() -> None:
    """Make it the accelerator of this process, for good, and treat it as MPS where torch avoids float64 for MPS."""
    torch.ops.load_library(library())
    torch._register_device_module("standin", sys.modules[__name__])
    torch.Tensor.is_mps = property(lambda tensor: tensor.device.type == "standin")
    scaler = torch.amp.GradScaler
    init = scaler._lazy_init_scale_growth_tracker
    scaler._lazy_init_scale_growth_tracker = lambda self, device: init(self, torch.device("cpu"))


_initialized = True
device = contextlib.nullcontext  # as in `with torch.standin.device(0):`


def is_available() -> bool:
    return True


def _is_in_bad_fork() -> bool:
    return False


def device_count() -> int:
    return 1


def current_device() -> int:
    return 0


def manual_seed_all(seed: int) -> None:
    torch.ops.standin.default_generator().manual_seed(seed)


def get_rng_state(device: object = None) -> torch.Tensor:
    return torch.ops.standin.default_generator().get_state()


def set_rng_state(state: torch.Tensor, device: object = None) -> None:
    torch.ops.standin.default_generator().set_state(state)


def get_amp_supported_dtype() -> list[torch.dtype]:
    return [torch.float16, torch.bfloat16]
