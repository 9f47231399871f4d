"""Choose the 16-bit dtype of a device, and see what the choice is on other GPUs."""

# --8<-- [start:function]
from typing import NamedTuple

import torch


class Amp(NamedTuple):
    dtype: torch.dtype
    scaler: bool


def amp_for(device: torch.device) -> Amp:
    """The dtype to give autocast on this device, and whether it needs a GradScaler.

    float32 means: leave autocast off.
    """
    if device.type == "cuda":
        capability = torch.cuda.get_device_capability(device)
        if capability >= (8, 0):
            return Amp(torch.bfloat16, scaler=False)
        if capability >= (7, 0):
            return Amp(torch.float16, scaler=True)
        return Amp(torch.float32, scaler=False)
    if device.type == "cpu":
        has = torch.cpu.get_capabilities()
        fast = any(has.get(name) for name in ("avx512_bf16", "amx_bf16", "bf16"))
        return Amp(torch.bfloat16 if fast else torch.float32, scaler=False)
    return Amp(torch.bfloat16, scaler=False)


# --8<-- [end:function]

# --8<-- [start:step]
from torch import nn
from torch.nn import functional as F

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
amp = amp_for(device)

torch.manual_seed(0)
model = nn.Linear(8, 3).to(device)
inputs = torch.randn(64, 8).to(device)
labels = torch.randint(3, (64,)).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler(device.type, enabled=amp.scaler)
short = amp.dtype is not torch.float32

optimizer.zero_grad()
with torch.autocast(device.type, dtype=amp.dtype, enabled=short):
    outputs = model(inputs)
    loss = F.cross_entropy(outputs, labels)
scaler.scale(loss).backward()
scaler.step(optimizer)
scaler.update()
print("outputs in the dtype of amp_for:", outputs.dtype is amp.dtype)
print("loss and weights:", loss.dtype, model.weight.dtype)
# --8<-- [end:step]

# --8<-- [start:machine-here]
print("device:", device.type)
print("amp_for:", amp)
# --8<-- [end:machine-here]

# --8<-- [start:gpus]
from unittest import mock

gpus = {
    "GTX 10": (6, 1),
    "V100": (7, 0),
    "T4, RTX 20": (7, 5),
    "A100": (8, 0),
    "RTX 30, A10": (8, 6),
    "RTX 40, L4": (8, 9),
    "H100, H200": (9, 0),
    "B200": (10, 0),
    "RTX 50": (12, 0),
}


def row(name: str, amp: Amp) -> str:
    return f"{name:14} {amp.dtype!s:15} {'GradScaler' if amp.scaler else '-'}"


for name, capability in gpus.items():
    answer = {"return_value": capability}
    with mock.patch("torch.cuda.get_device_capability", **answer):
        print(row(name, amp_for(torch.device("cuda"))))
# --8<-- [end:gpus]

# --8<-- [start:others]
for name, has in (("CPU with bf16", {"amx_bf16": True}), ("CPU without", {})):
    with mock.patch("torch.cpu.get_capabilities", return_value=has):
        print(row(name, amp_for(torch.device("cpu"))))
print(row("M-series, MPS", amp_for(torch.device("mps"))))
# --8<-- [end:others]

# --8<-- [start:builds]
builds = torch.cuda.PYTORCH_RELEASES_CODE_CC
for name, (major, minor) in gpus.items():
    code = 10 * major + minor
    fitting = [
        f"cu{cuda.replace('.', '')}"
        for cuda, processors in builds.items()
        if any(code in torch.cuda.DEVICE_REQUIREMENT[cc] for cc in processors["x86_64"])
    ]
    print(f"{name:14}", *fitting)
# --8<-- [end:builds]
