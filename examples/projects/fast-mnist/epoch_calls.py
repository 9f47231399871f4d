"""Count what an epoch calls, on 2,000 images."""

# --8<-- [start:same]
import sys
from pathlib import Path

import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader

sys.path.append(str(Path(__file__).resolve().parents[1] / "mnist"))

from data import SUBSET, load
from model import MLP
from train import train_epoch

train_set = load(SUBSET, "train")
images, labels = train_set.tensors
order = torch.randperm(len(images), generator=torch.Generator().manual_seed(0))


def start() -> tuple[MLP, torch.optim.Adam]:
    torch.manual_seed(0)
    model = MLP()
    return model, torch.optim.Adam(model.parameters(), lr=1e-3)


collated, optimizer = start()
loader = DataLoader(
    train_set, batch_size=64, sampler=order.tolist(), generator=torch.Generator()
)
train_epoch(collated, loader, optimizer, torch.device("cpu"))

sliced, optimizer = start()
for rows in order.split(64):
    optimizer.zero_grad()
    F.cross_entropy(sliced(images[rows]), labels[rows]).backward()
    optimizer.step()

pairs = zip(collated.parameters(), sliced.parameters())
print("the same weights:", all(torch.equal(one, other) for one, other in pairs))
# --8<-- [end:same]

# --8<-- [start:calls]
from torch.utils._python_dispatch import TorchDispatchMode

sys.path.append(str(Path(__file__).resolve().parents[1] / "fast-mnist-records"))

import steps
from records import ENTRIES, code_of


class Calls(TorchDispatchMode):
    """Counts the operations of tensors that are called."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.count += 1
        return func(*args, **(kwargs or {}))


plain = {"network": lambda: MLP(dropout=0.0)}
for label, name, settings in (
    ("the guides' loop", "guides", {}),
    ("slices for samples", "sliced", {}),
    ("+ fused Adam", "fused", {}),
    ("+ batches of 256", "fused", {"batch": 256}),
    ("+ OneCycle", "one_cycle", {}),
    ("+ no dropout", "one_cycle", plain),
):
    with Calls() as calls:
        getattr(steps, name)(images, labels, epochs=1, **settings)
    lines = len(code_of(ENTRIES / "steps.py", name))
    print(f"{label:20} {calls.count:6,} operations {lines:4} lines")
# --8<-- [end:calls]

# --8<-- [start:machine-threads]
import time

before = torch.get_num_threads()
for threads in (1, 2):
    torch.set_num_threads(threads)
    begin = time.process_time()
    steps.fast(images, labels)
    print(f"threads, {threads}: {time.process_time() - begin:.1f} s of CPU")
torch.set_num_threads(before)
# --8<-- [end:machine-threads]

# --8<-- [start:figure-cycle]
import matplotlib.pyplot as plt

optimizer = torch.optim.Adam(MLP().parameters())
schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 0.012, total_steps=940)
rates, averages = [], []
for _ in range(940):
    rates.append(optimizer.param_groups[0]["lr"])
    averages.append(optimizer.param_groups[0]["betas"][0])
    optimizer.step()
    schedule.step()
figure, (upper, lower) = plt.subplots(2, sharex=True, figsize=(6, 3.6))
steps = range(0, 940, 10)
upper.plot(steps, rates[::10], color="C0")
upper.set_ylabel("rate")
lower.plot(steps, averages[::10], color="C1")
lower.set(xlabel="step", ylabel="first beta of Adam")
figure.savefig("cycle.svg")
# --8<-- [end:figure-cycle]
