"""Change the learning rate while training goes on, and find one to begin with."""

# --8<-- [start:schedule]
import math

import torch
from torch import nn
from torch.optim import lr_scheduler

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")


def dummy(lr: float = 1.0, **options) -> torch.optim.SGD:
    weight = nn.Parameter(torch.zeros(1, device=device))
    return torch.optim.SGD([weight], lr=lr, **options)


optimizer = dummy(lr=0.1)
scheduler = lr_scheduler.CosineAnnealingLR(optimizer, T_max=4)
for epoch in range(5):
    (last,), used = scheduler.get_last_lr(), optimizer.param_groups[0]["lr"]
    by_hand = 0.1 * (1 + math.cos(math.pi * epoch / 4)) / 2
    print(epoch, f"{last:.4f} {used:.4f} {by_hand:.4f}")
    optimizer.step()
    scheduler.step()
# --8<-- [end:schedule]


# --8<-- [start:warm-up]
def warm_up_cosine(
    optimizer: torch.optim.Optimizer, warm_up: int, total: int
) -> lr_scheduler.SequentialLR:
    rise = lr_scheduler.LinearLR(optimizer, 1 / warm_up, total_iters=warm_up - 1)
    fall = lr_scheduler.CosineAnnealingLR(optimizer, T_max=total - warm_up)
    return lr_scheduler.SequentialLR(optimizer, [rise, fall], milestones=[warm_up])


def rates(
    optimizer: torch.optim.Optimizer, scheduler: lr_scheduler.LRScheduler, steps: int
) -> list[float]:
    values = []
    for _ in range(steps):
        values.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        scheduler.step()
    return values


optimizer = dummy()
values = rates(optimizer, warm_up_cosine(optimizer, 4, 12), 12)
print(*(f"{rate:.2f}" for rate in values))
optimizer = dummy()
triangle = lr_scheduler.LambdaLR(optimizer, lambda step: 1 - abs(step - 4) / 4)
print(*(f"{rate:.2f}" for rate in rates(optimizer, triangle, 9)))
# --8<-- [end:warm-up]

# --8<-- [start:interfaces]
print(len(set(lr_scheduler.__all__) - {"LRScheduler"}), "schedulers")
optimizer = dummy(lr=0.1)
plateau = lr_scheduler.ReduceLROnPlateau(optimizer, patience=1)
for validation_loss in (0.9, 0.8, 0.85, 0.84, 0.83):
    optimizer.step()
    plateau.step(validation_loss)
    print(validation_loss, f"{optimizer.param_groups[0]['lr']:.4f}")
# --8<-- [end:interfaces]

# --8<-- [start:data]
import gzip
from collections.abc import Callable
from functools import partial
from pathlib import Path

from torch.nn import functional as F

FOLDER = Path(__file__).resolve().parents[1] / "data/fashion-mnist-subset"


def read(name: str, header: int) -> torch.Tensor:
    content = gzip.decompress((FOLDER / f"{name}-ubyte.gz").read_bytes())
    return torch.frombuffer(bytearray(content), dtype=torch.uint8, offset=header)


def load(part: str) -> tuple[torch.Tensor, torch.Tensor]:
    pixels = read(f"{part}-images-idx3", 16).reshape(-1, 784) / 255 - 0.3
    return pixels.to(device), read(f"{part}-labels-idx1", 8).long().to(device)


images, labels = load("train")
held_out, held_out_labels = load("t10k")
generator = torch.Generator().manual_seed(0)
batches = []
for _ in range(10):
    for rows in torch.randperm(2000, generator=generator).split(64):
        rows = rows.to(device)
        batches.append((images[rows], labels[rows]))


def make_model() -> nn.Sequential:
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(784, 32), nn.ReLU(), nn.Linear(32, 10)).to(device)


def train(
    make_optimizer: Callable, steps: int = 64, make_scheduler: Callable | None = None
) -> tuple[float, list[float]]:
    model = make_model()
    optimizer = make_optimizer(model.parameters())
    scheduler = make_scheduler(optimizer) if make_scheduler else None
    losses = []
    for inputs, targets in batches[:steps]:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(inputs), targets)
        loss.backward()
        optimizer.step()
        if scheduler:
            scheduler.step()
        losses.append(loss.item())
    with torch.no_grad():
        return F.cross_entropy(model(held_out), held_out_labels).item(), losses


# --8<-- [end:data]

# --8<-- [start:does-it-help]
sgd = partial(torch.optim.SGD, momentum=0.9)
adam = torch.optim.Adam
cosine = partial(lr_scheduler.CosineAnnealingLR, T_max=320)
print("held-out loss, 10 epochs     constant   cosine")
for name, make, lr in (
    ("SGD, momentum 0.9", sgd, 0.003),
    ("SGD, momentum 0.9", sgd, 0.2),
    ("Adam", adam, 0.0003),
    ("Adam", adam, 0.03),
):
    constant, _ = train(partial(make, lr=lr), 320)
    annealed, _ = train(partial(make, lr=lr), 320, cosine)
    print(f"{name:17} lr={lr:6} {constant:10.1f}{annealed:9.1f}")
# --8<-- [end:does-it-help]


# --8<-- [start:finder]
def finder(
    make_optimizer: Callable, lowest: float = 1e-5, highest: float = 10, steps: int = 96
) -> tuple[list[float], list[float]]:
    factor = (highest / lowest) ** (1 / (steps - 1))
    grow = partial(lr_scheduler.ExponentialLR, gamma=factor)
    _, losses = train(partial(make_optimizer, lr=lowest), steps, grow)
    return [lowest * factor**step for step in range(steps)], losses


def smooth(losses: list[float]) -> list[float]:
    values, average = [], 0.0
    for number, loss in enumerate(losses, start=1):
        average = 0.9 * average + 0.1 * loss
        values.append(average / (1 - 0.9**number))
    return values


tried, losses = finder(sgd)
smoothed = smooth(losses)
bottom = tried[smoothed.index(min(smoothed))]
print("held-out loss                64 steps   320 steps")
for divisor in (1, 3, 10, 30):
    make = partial(sgd, lr=bottom / divisor)
    short, long = train(make, 64)[0], train(make, 320)[0]
    lr = f"lr {bottom / divisor:.3f}"
    print(f"lowest point / {divisor:<2} {lr} {short:10.2f} {long:11.1f}")
# --8<-- [end:finder]

# --8<-- [start:average]
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn


def held_out_loss_of(model: nn.Module) -> float:
    with torch.no_grad():
        return F.cross_entropy(model(held_out), held_out_labels).item()


model = make_model()
optimizer = sgd(model.parameters(), lr=0.1)
average = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.9))
print("step    last  average")
for step, (inputs, targets) in enumerate(batches[:64], start=1):
    optimizer.zero_grad()
    F.cross_entropy(model(inputs), targets).backward()
    optimizer.step()
    average.update_parameters(model)
    if step % 16 == 0:
        values = held_out_loss_of(model), held_out_loss_of(average)
        print(f"{step:4}  {values[0]:6.2f}  {values[1]:7.2f}")
# --8<-- [end:average]

# --8<-- [start:errors]
optimizer = dummy()
plateau = lr_scheduler.ReduceLROnPlateau(optimizer)
one_cycle = lr_scheduler.OneCycleLR(optimizer, max_lr=1.0, total_steps=3)
calls: tuple[Callable, ...] = (
    plateau.step,
    lambda: rates(optimizer, one_cycle, 5),
)
for call in calls:
    try:
        call()
    except (TypeError, ValueError) as error:
        print(f"{type(error).__name__}: {error}")
# --8<-- [end:errors]

# --8<-- [start:order]
import warnings

for scheduler_first in (True, False):
    optimizer = dummy()
    scheduler = lr_scheduler.ExponentialLR(optimizer, gamma=0.5)
    used = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(3):
            if scheduler_first:
                scheduler.step()
            used.append(optimizer.param_groups[0]["lr"])
            optimizer.step()
            if not scheduler_first:
                scheduler.step()
    print("scheduler first:" if scheduler_first else "optimizer first:", used)
    for warning in caught:
        print(str(warning.message).split(". ")[0])
# --8<-- [end:order]

# --8<-- [start:per-batch]
optimizer = dummy()
scheduler = lr_scheduler.CosineAnnealingLR(optimizer, T_max=10)
per_batch = rates(optimizer, scheduler, 240)
print("epoch  meant  got")
for epoch in (0, 1, 2, 5, 9):
    meant = (1 + math.cos(math.pi * epoch / 10)) / 2
    print(f"{epoch:5}  {meant:.2f}   {per_batch[24 * epoch]:.2f}")
# --8<-- [end:per-batch]

# --8<-- [start:late-group]
optimizer = dummy()
scheduler = warm_up_cosine(optimizer, 4, 12)
optimizer.add_param_group({"params": [nn.Parameter(torch.zeros(1))], "lr": 1.0})
try:
    for _ in range(5):
        print([group["lr"] for group in optimizer.param_groups])
        optimizer.step()
        scheduler.step()
except ValueError as error:
    print(f"ValueError: {error}")
# --8<-- [end:late-group]

# --8<-- [start:figure-schedules]
import matplotlib.pyplot as plt

curves = {}
for name, make in {
    "StepLR": partial(lr_scheduler.StepLR, step_size=5, gamma=0.3),
    "cosine": partial(lr_scheduler.CosineAnnealingLR, T_max=20),
    "warm-up, cosine": partial(warm_up_cosine, warm_up=4, total=20),
    "OneCycleLR": partial(lr_scheduler.OneCycleLR, max_lr=1.0, total_steps=20),
}.items():
    optimizer = dummy(momentum=0.9)
    curves[name] = rates(optimizer, make(optimizer), 20)
figure, panels = plt.subplots(2, 2, figsize=(5, 3.6), sharex=True, sharey=True)
for number, (axes, (name, values)) in enumerate(zip(panels.flat, curves.items())):
    axes.plot(values, color=f"C{number}")
    axes.set(title=name, xticks=(0, 10, 20), yticks=(0, 0.5, 1))
figure.supxlabel("step")
figure.supylabel("learning rate")
figure.tight_layout()
figure.savefig("schedules.svg")
# --8<-- [end:figure-schedules]

# --8<-- [start:figure-finder]
shown = [number for number, lr in enumerate(tried) if 1e-3 < lr < 1.4]
figure, axes = plt.subplots(figsize=(6.4, 3))
axes.axvspan(bottom / 10, bottom / 3, color="C4", alpha=0.25, linewidth=0)
for values, color, label in (
    (losses, "C0", "each batch"),
    (smoothed, "C1", "smoothed"),
):
    axes.plot([tried[n] for n in shown], [values[n] for n in shown], color, label=label)
axes.plot(bottom, min(smoothed), "C1o")
axes.set(xscale="log", xlabel="learning rate", ylabel="loss", ylim=(0, 2.6))
axes.legend(loc="lower left")
figure.savefig("finder.svg")
# --8<-- [end:figure-finder]
