"""Write code that runs on CPU, CUDA and MPS, and see what belongs on which device."""
# handbook: process

# --8<-- [start:first]
import torch
from torch import nn

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")

torch.manual_seed(0)
model = nn.Linear(3, 2)
model.to(device)
batch = torch.ones(4, 3)
batch = batch.to(device)
outputs = model(batch)
print(outputs.shape)
print(outputs.device.type == device.type)
# --8<-- [end:first]

# --8<-- [start:machine-pick]
print("made for:", torch.accelerator.current_accelerator())
print("usable here:", torch.accelerator.current_accelerator(check_available=True))
print("is_available:", torch.accelerator.is_available())
print("number of devices:", torch.accelerator.device_count())
print("the line above picks:", device)
# --8<-- [end:machine-pick]

# --8<-- [start:names]
first, current = torch.device("cuda:0"), torch.device("cuda")
print(first == current, first.type == current.type)
print(first.index, current.index)
# --8<-- [end:names]

# --8<-- [start:meta]
ghost = torch.ones(4, 3, device="meta")
print(ghost.shape, ghost.dtype, ghost.device)
try:
    ghost.to("cpu")
except NotImplementedError as error:
    print(error)
# --8<-- [end:meta]

# --8<-- [start:tensor-to]
x = torch.ones(3)
x.to("meta")
print(x.device)
x = x.to("meta")
print(x.device)
# --8<-- [end:tensor-to]

# --8<-- [start:module-to]
layer = nn.Linear(3, 2)
answer = layer.to("meta")
print(layer.weight.device, answer is layer)
# --8<-- [end:module-to]

# --8<-- [start:optimizer]
layer = nn.Linear(3, 2)
weight = layer.weight
optimizer = torch.optim.Adagrad(layer.parameters())
layer.to(torch.float64)
print("the same parameter:", layer.weight is weight)
print("weight:", weight.dtype, "state:", optimizer.state[weight]["sum"].dtype)
layer.to("meta")
print("the same on meta:  ", layer.weight is weight)
# --8<-- [end:optimizer]


# --8<-- [start:left-behind]
class Standardise(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.gain = nn.Parameter(torch.ones(3))
        self.register_buffer("mean", torch.zeros(3))
        self.std = torch.ones(3)
        self.layers = [nn.Linear(3, 3)]


moved = Standardise().to("meta")
print("parameter:          ", moved.gain.device)
print("buffer:             ", moved.mean.device)
print("plain tensor:       ", moved.std.device)
print("module in a list:   ", moved.layers[0].weight.device)
# --8<-- [end:left-behind]

# --8<-- [start:back]
values = torch.tensor([1.0, 2.0], device=device, requires_grad=True)
print(values.sum().item())
print(values.detach().cpu().numpy())
# --8<-- [end:back]

# --8<-- [start:create]
x = torch.ones(4, 3, device=device)
places = {
    "zeros(device=...)": torch.zeros(4, 3, device=device),
    "zeros_like": torch.zeros_like(x),
    "new_zeros": x.new_zeros(2),
    "result": x.sum(dim=1),
}
for name, tensor in places.items():
    print(f"{name:18}", tensor.device == x.device)
# --8<-- [end:create]

# --8<-- [start:default]
import numpy as np

with torch.device("meta"):
    print("zeros:     ", torch.zeros(2).device)
    print("Linear:    ", nn.Linear(2, 2).weight.device)
    print("tensor:    ", torch.tensor(np.zeros(2)).device)
    print("from_numpy:", torch.from_numpy(np.zeros(2)).device)
# --8<-- [end:default]

# --8<-- [start:mismatch]
layer = nn.Linear(3, 2).to("meta")
batch = torch.ones(4, 3)
try:
    layer(batch)
except RuntimeError as error:
    print(error)
print(layer(batch.to("meta")).shape)
# --8<-- [end:mismatch]

# --8<-- [start:exceptions]
print((ghost * 2.0).device)
print((ghost * torch.tensor(2.0)).device)
print(ghost[torch.tensor([0, 2])].device)
try:
    torch.ones(3) * torch.tensor(2.0, device="meta")
except RuntimeError as error:
    print(error)
# --8<-- [end:exceptions]

# --8<-- [start:meta-misleads]
product = torch.ones(2, 3) @ torch.ones(3, 2, device="meta")
print(product.device)
# --8<-- [end:meta-misleads]

# --8<-- [start:waits]
from collections.abc import Callable

x = torch.ones(5, device="meta")
calls: dict[str, Callable[[], torch.Tensor]] = {
    "x.sum()": lambda: x.sum(),
    "torch.where(x > 0, x, 0)": lambda: torch.where(x > 0, x, 0),
    "x[x > 0]": lambda: x[x > 0],
    "x.nonzero()": lambda: x.nonzero(),
    "x.unique()": lambda: x.unique(),
}
for name, call in calls.items():
    try:
        print(f"{name:26}", tuple(call().shape))
    except NotImplementedError:
        print(f"{name:26}", "the shape depends on the numbers")
# --8<-- [end:waits]

# --8<-- [start:machine-timing]
import time


def synchronize() -> None:
    if device.type != "cpu":
        torch.accelerator.synchronize()


def milliseconds(wait: bool) -> float:
    synchronize()
    start = time.perf_counter()
    for _ in range(10):
        matrix @ matrix
    if wait:
        synchronize()
    return 1000 * (time.perf_counter() - start)


from torch.utils.benchmark import Timer

matrix = torch.randn(256, 256, device=device)
runs = [(milliseconds(wait=False), milliseconds(wait=True)) for _ in range(50)]
for name, times in zip(("without", "with"), zip(*runs)):
    print(f"10 products, {name} waiting: {min(times):.2f} ms")
names, threads = {"matrix": matrix}, torch.get_num_threads()
timer = Timer("matrix @ matrix", globals=names, num_threads=threads)
best = min(timer.timeit(10).mean for _ in range(50))
print(f"10 products, by Timer: {10_000 * best:.2f} ms")
# --8<-- [end:machine-timing]


# --8<-- [start:pinned]
from torch.utils.data import DataLoader, TensorDataset

dataset, on_cuda = TensorDataset(torch.arange(6.0)), device.type == "cuda"
loader = DataLoader(dataset, batch_size=3, pin_memory=on_cuda)
for (batch,) in loader:
    batch = batch.to(device, non_blocking=on_cuda)
    print(batch.sum().item())
# --8<-- [end:pinned]


# --8<-- [start:machine-memory]
def peak(call: Callable[[torch.Tensor], torch.Tensor]) -> str:
    if device.type == "cpu":
        return "not counted on the CPU"
    torch.accelerator.empty_cache()
    torch.accelerator.reset_peak_memory_stats()
    call(rows)
    most = torch.accelerator.max_memory_allocated() / 1e6
    reserved = torch.accelerator.memory_reserved() / 1e6
    return f"{most:.1f} MB, and {reserved:.1f} MB reserved"


deep = nn.Sequential(*[nn.Linear(512, 512) for _ in range(8)]).to(device)
rows = torch.ones(8192, 512, device=device)
weights = sum(parameter.nbytes for parameter in deep.parameters())
print(f"weights: {weights / 1e6:.1f} MB")
print(f"result of one layer: {rows.nbytes / 1e6:.1f} MB")
print("peak, recorded:", peak(deep))
print("peak, under inference_mode:", peak(torch.inference_mode()(deep)))
# --8<-- [end:machine-memory]

# --8<-- [start:whole]
from torch.nn import functional as F

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
generator = torch.Generator().manual_seed(0)
inputs = torch.randn(64, 3, generator=generator)
targets = (inputs.sum(dim=1) > 0).long()

torch.manual_seed(1)
model = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 2)).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
batch, labels = inputs.to(device), targets.to(device)
losses = []
for _ in range(10):
    optimizer.zero_grad()
    outputs = model(batch)
    loss = F.cross_entropy(outputs, labels)
    loss.backward()
    optimizer.step()
    losses.append(loss.detach())
print(f"{losses[0].item():.3f} to {losses[-1].item():.3f}")
# --8<-- [end:whole]

# --8<-- [start:machine-missing]
for name in ("cuda", "mps"):
    try:
        answer = torch.ones(2, device=name).sum().item()
    except (AssertionError, RuntimeError) as error:
        answer = f"{type(error).__name__}: {str(error).partition('. ')[0]}"
    print(f"two ones on {name}: {answer}")
# --8<-- [end:machine-missing]

# --8<-- [start:numpy]
try:
    ghost.numpy()
except TypeError as error:
    print(error)
# --8<-- [end:numpy]

# --8<-- [start:alias]
data = torch.ones(3)
work = data.to("cpu")
work += 1
print("changed: ", data)

data = torch.ones(3)
work = data.to("cpu", copy=True)
work += 1
print("as it was:", data)
# --8<-- [end:alias]

# --8<-- [start:figure-timeline]
import matplotlib.pyplot as plt

figure, axes = plt.subplots(figsize=(5.4, 3))
for number in range(3):
    look, left = {"facecolor": "none", "linewidth": 2}, 0.35 + 1.4 * number
    axes.barh(1, 0.25, left=0.35 * number, edgecolor="C0", **look)
    axes.barh(0, 1.3, left=left, edgecolor="C1", **look)
    name = f"work {number + 1}"
    axes.text(left + 0.65, 0, name, color="C1", ha="center", va="center")
axes.text(1.15, 1, "3 launches", color="C0", va="center")
axes.vlines([1.02, 4.5], [0.4, -0.6], 2, color="C2", linestyle="--")
axes.text(1.12, 1.75, "too early", color="C2")
axes.text(4.4, 1.75, "after synchronize", color="C2", ha="right")
axes.set(xlim=(-0.1, 5.1), ylim=(-0.6, 2), xlabel="time", xticks=[])
axes.set_yticks([0, 1], ["GPU", "CPU"])
axes.grid(False)
figure.savefig("timeline.svg")
# --8<-- [end:figure-timeline]
