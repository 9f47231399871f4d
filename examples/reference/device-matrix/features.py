"""Try what a device offers beyond operations: precision, random numbers, memory."""

# --8<-- [start:features]
from collections.abc import Callable

import numpy as np
import torch
from torch.nn import functional as F


def under_autocast(device: str, dtype: torch.dtype) -> bool:
    with torch.autocast(device, dtype):
        rows, weight = torch.ones(2, 3, device=device), torch.ones(4, 3, device=device)
        return F.linear(rows, weight).dtype == dtype


def scaled_step(device: str) -> bool:
    weight = torch.ones(3, device=device, requires_grad=True)
    optimizer, scaler = torch.optim.SGD([weight], lr=0.5), torch.amp.GradScaler(device)
    scaler.scale(weight.sum()).backward()
    scaler.step(optimizer)
    scaler.update()
    return weight.tolist() == [0.5, 0.5, 0.5]


def repeated(device: str) -> bool:
    generators = [torch.Generator(device).manual_seed(0) for _ in range(2)]
    return torch.equal(*[torch.rand(3, device=device, generator=g) for g in generators])


def deterministic(device: str) -> bool:
    """Whether deterministic algorithms include the gradient of a bilinear resize."""
    image = torch.ones(1, 1, 4, 4, device=device, requires_grad=True)
    torch.use_deterministic_algorithms(True)
    try:
        F.interpolate(image, scale_factor=2, mode="bilinear").sum().backward()
    finally:
        torch.use_deterministic_algorithms(False)
    return True


def timed(device: str) -> bool:
    start, end = [torch.Event(device, enable_timing=True) for _ in range(2)]
    start.record()
    torch.ones(3, device=device).sum()
    end.record()
    end.synchronize()
    return start.elapsed_time(end) >= 0


def sparse(device: str) -> bool:
    dense = torch.eye(3, device=device)
    return torch.equal(dense.to_sparse() @ dense, dense)


def shared(device: str) -> bool:
    tensor = torch.ones(3, device=device)
    np.asarray(tensor)[0] = 2
    return tensor[0].item() == 2


FEATURES: dict[str, Callable[[str], bool]] = {
    "autocast to bfloat16": lambda device: under_autocast(device, torch.bfloat16),
    "autocast to float16": lambda device: under_autocast(device, torch.float16),
    "GradScaler": scaled_step,
    "generator of its own": repeated,
    "deterministic resize": deterministic,
    "sparse product": sparse,
    "shared with NumPy": shared,
    "timing by events": timed,
}


def print_features(device: str) -> None:
    """A line for each feature."""
    print("\nfeatures")
    for name, feature in FEATURES.items():
        try:
            answer = "yes" if feature(device) else "other"
        except (RuntimeError, TypeError, AssertionError):
            answer = "-"
        print(f"{name:24} {answer}")


# --8<-- [end:features]
