"""Compile with Inductor: what calls cost and gain, and what changes in the numbers."""
# handbook: slow="Inductor compiles C++ or Triton"

# --8<-- [start:setup]
import re
import time
from collections.abc import Callable

import torch
from torch import nn
from torch._inductor.utils import run_and_get_code

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")


def elementwise(x: torch.Tensor) -> torch.Tensor:
    return (x.sin() * x.cos() + x).relu() * 2 + x.exp() / (1 + x * x)


x = torch.rand(128, 1024).to(device)
# --8<-- [end:setup]


# --8<-- [start:machine-first-call]
def milliseconds(call: Callable[[torch.Tensor], torch.Tensor], count: int) -> float:
    if device.type != "cpu":
        torch.accelerator.synchronize()
    start = time.perf_counter()
    for _ in range(count):
        call(x)
    if device.type != "cpu":
        torch.accelerator.synchronize()
    return 1000 * (time.perf_counter() - start) / count


compiled = torch.compile(elementwise)
print(f"first call (ms): {milliseconds(compiled, 1):.0f}")
eager_time = min(milliseconds(elementwise, 20) for _ in range(5))
compiled_time = min(milliseconds(compiled, 20) for _ in range(5))
print(f"an eager call (ms): {eager_time:.3f}")
print(f"a later compiled call (ms): {compiled_time:.3f}")
# --8<-- [end:machine-first-call]

# --8<-- [start:machine-kernels]
torch.compiler.reset()
result, code = run_and_get_code(torch.compile(elementwise), x)
kernels = re.findall(r"^(\w+) = async_compile", "\n".join(code), re.M)
print("kernels:", len(kernels))
print("the first one:", kernels[0])
# --8<-- [end:machine-kernels]

# --8<-- [start:parity]
torch.manual_seed(0)
layers = nn.Linear(64, 128), nn.GELU(), nn.LayerNorm(128), nn.Linear(128, 10)
model = nn.Sequential(*layers).to(device)
batch = torch.randn(16, 64).to(device)


def results(run: nn.Module) -> tuple[torch.Tensor, torch.Tensor]:
    model.zero_grad()
    outputs = run(batch)
    outputs.square().mean().backward()
    return outputs, torch.cat([p.grad.flatten() for p in model.parameters()])


eager_results, compiled_results = results(model), results(torch.compile(model))
pairs = zip(("outputs", "gradients"), eager_results, compiled_results)
for name, eager, fast in pairs:
    off = ((fast - eager).norm() / eager.norm()).item()
    print(f"{name} differ by this part of their size: {off:.4f}")
# --8<-- [end:parity]

# --8<-- [start:dropout]
ones = torch.ones(10_000, device=device)
dropout = nn.Dropout(0.5)
masks = {}
for name, run in {"eager": dropout, "compiled": torch.compile(dropout)}.items():
    torch.manual_seed(0)
    masks[name] = run(ones) == 0
    print(f"{name}: {masks[name].float().mean():.1f} of the elements are 0")
both = (masks["eager"] == masks["compiled"]).float().mean()
print(f"both decide alike: {both:.1f}")
# --8<-- [end:dropout]

# --8<-- [start:modes]
for mode, options in torch._inductor.list_mode_options().items():
    if mode != "lite":
        print(f"{mode:26}", ", ".join(options) or "-")
# --8<-- [end:modes]

# --8<-- [start:figure-break-even]
import matplotlib.pyplot as plt

figure, axes = plt.subplots(figsize=(5, 3))
axes.plot([0, 100], [0, 100], color="C0", label="eager")
axes.plot([0, 0.001, 100], [0, 30, 85], color="C1", label="compiled")
axes.plot([30 / 0.45], [30 / 0.45], "o", color="C3")
axes.text(30 / 0.45 + 2, 30 / 0.45 - 10, "paid back")
axes.text(2, 47, "first call")
axes.set(xlabel="calls", xticks=(), xlim=(0, 100))
axes.set(ylabel="time in all", yticks=(), ylim=(0, 105))
axes.legend(ncols=2, loc="lower center", bbox_to_anchor=(0.5, 1))
figure.savefig("break-even.svg")
# --8<-- [end:figure-break-even]
