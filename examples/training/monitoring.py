"""Write a row of numbers per epoch, draw the rows, and send them on."""

# --8<-- [start:data]
import torch
from sklearn.datasets import load_digits
from torch.utils.data import DataLoader, TensorDataset

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
digits = load_digits()
images = torch.tensor(digits.data, dtype=torch.float32) / 16
labels = torch.tensor(digits.target)
generator = torch.Generator().manual_seed(0)
order = torch.randperm(len(images), generator=generator)
train_set = TensorDataset(images[order[:1500]], labels[order[:1500]])
train_loader = DataLoader(train_set, 256, shuffle=True, generator=generator)
validation_set = TensorDataset(images[order[1500:]], labels[order[1500:]])
validation_loader = DataLoader(validation_set, 256)
print([len(targets) for _, targets in train_loader])
# --8<-- [end:data]

# --8<-- [start:append]
import csv
from pathlib import Path


def append_row(path: Path, row: dict[str, float]) -> None:
    is_new = not path.exists()
    with path.open("a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(row))
        if is_new:
            writer.writeheader()
        writer.writerow(row)


# --8<-- [end:append]

# --8<-- [start:epoch]
from collections.abc import Iterable

from torch import nn
from torch.nn import functional as F


def make_model() -> nn.Sequential:
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 10)).to(device)


def train_epoch(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    batches: Iterable,
    max_norm: float = 1.0,
) -> dict[str, float]:
    model.train()
    loss_sum = torch.zeros((), device=device)
    largest = torch.zeros((), device=device)
    count = 0
    for inputs, targets in batches:
        inputs, targets = inputs.to(device), targets.to(device)
        optimizer.zero_grad()
        outputs = model(inputs)
        loss = F.cross_entropy(outputs, targets)
        loss.backward()
        norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        optimizer.step()
        loss_sum += loss.detach() * len(targets)
        largest = torch.maximum(largest, norm)
        count += len(targets)
    return {"train_loss": loss_sum.item() / count, "grad_norm": largest.item()}


@torch.inference_mode()
def evaluate(model: nn.Module, batches: Iterable) -> dict[str, float]:
    model.eval()
    loss_sum = torch.zeros((), device=device)
    correct = torch.zeros((), device=device, dtype=torch.int64)
    count = 0
    for inputs, targets in batches:
        inputs, targets = inputs.to(device), targets.to(device)
        outputs = model(inputs)
        loss_sum += F.cross_entropy(outputs, targets, reduction="sum")
        correct += (outputs.argmax(dim=1) == targets).sum()
        count += len(targets)
    return {"val_loss": loss_sum.item() / count, "val_accuracy": correct.item() / count}


# --8<-- [end:epoch]


# --8<-- [start:run]
import time

path = Path("run.csv")
path.unlink(missing_ok=True)
model = make_model()
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=8)
for epoch in range(8):
    start = time.perf_counter()
    row = {"epoch": epoch, "lr": optimizer.param_groups[0]["lr"]}
    row |= train_epoch(model, optimizer, train_loader)
    row |= evaluate(model, validation_loader)
    row["seconds"] = time.perf_counter() - start
    append_row(path, row)
    scheduler.step()
print(path.read_text(encoding="utf-8").splitlines()[0])
# --8<-- [end:run]


# --8<-- [start:read]
def read_columns(path: Path) -> dict[str, list[float]]:
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return {name: [float(row[name]) for row in rows] for name in rows[0]}


columns = read_columns(path)
print("epoch     lr   train    val   accuracy   grad norm")
shown = "epoch", "lr", "train_loss", "val_loss", "val_accuracy", "grad_norm"
for numbers in zip(*(columns[name] for name in shown)):
    print("{:5.0f}   {:.2f}   {:.3f}  {:.3f}   {:8.3f}   {:9.3f}".format(*numbers))
# --8<-- [end:read]

# --8<-- [start:figure-run]
import matplotlib.pyplot as plt

figure, (left, right) = plt.subplots(1, 2, figsize=(6, 2.8))
left.plot(columns["epoch"], columns["train_loss"], "C0", label="training")
left.plot(columns["epoch"], columns["val_loss"], "C1--", label="validation")
right.plot(columns["epoch"], columns["lr"], "C2", label="learning rate")
right.plot(columns["epoch"], columns["grad_norm"], "C3--", label="gradient norm")
for axes, highest in [(left, 2.5), (right, 0.8)]:
    axes.set(xlabel="epoch", ylim=(0, highest))
    axes.legend(loc="upper right")
left.set(ylabel="loss")
figure.tight_layout()
figure.savefig("run.svg")
# --8<-- [end:figure-run]

# --8<-- [start:machine-seconds]
import statistics

print(f"seconds, first epoch: {columns['seconds'][0]:.3f}")
print(f"seconds, median: {statistics.median(columns['seconds']):.3f}")
# --8<-- [end:machine-seconds]

# --8<-- [start:lr]
optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=0.5)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=8)
print("epoch   before scheduler.step()   after")
for epoch in range(3):
    optimizer.step()
    before = optimizer.param_groups[0]["lr"]
    scheduler.step()
    print(f"{epoch:5}   {before:23.3f}   {scheduler.get_last_lr()[0]:.3f}")
# --8<-- [end:lr]


# --8<-- [start:norm]
def gradients_of(model: nn.Module) -> list[torch.Tensor]:
    return [p.grad for p in model.parameters() if p.grad is not None]


inputs, targets = (tensor.to(device) for tensor in train_set[:256])
model = make_model()
(10 * F.cross_entropy(model(inputs), targets)).backward()
measured = nn.utils.get_total_norm(gradients_of(model))
returned = nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
clipped = nn.utils.get_total_norm(gradients_of(model))
norms = measured.item(), returned.item(), clipped.item()
print("measured {:.3f}, returned {:.3f}, after clipping {:.3f}".format(*norms))
print("still on the device:", returned.device == inputs.device)
# --8<-- [end:norm]


# --8<-- [start:steps]
def train_steps(spoiled: int) -> tuple[list[float], list[float]]:
    model = make_model()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.2)
    order = torch.Generator().manual_seed(0)
    loader = DataLoader(train_set, 64, shuffle=True, generator=order)
    losses, norms = [], []
    for epoch in range(10):
        for inputs, targets in loader:
            inputs, targets = inputs.to(device), targets.to(device)
            if len(losses) == spoiled:
                targets = (targets + 1) % 10
            optimizer.zero_grad()
            outputs = model(inputs)
            loss = F.cross_entropy(outputs, targets)
            loss.backward()
            norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
            optimizer.step()
            losses.append(loss.detach())
            norms.append(norm)
    return torch.stack(losses).tolist(), torch.stack(norms).tolist()


losses, norms = train_steps(spoiled=150)
print(len(losses), "steps")
later = range(50, len(losses))
print("largest loss after step 50:", max(later, key=losses.__getitem__))
print("largest norm after step 50:", max(later, key=norms.__getitem__))
# --8<-- [end:steps]

# --8<-- [start:tensorboard]
import shutil

from torch.utils.tensorboard import SummaryWriter


def log_run(folder: str, lr: float) -> None:
    model = make_model()
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    with SummaryWriter(folder) as writer:
        for epoch in range(8):
            row = train_epoch(model, optimizer, train_loader)
            row |= evaluate(model, validation_loader)
            for name, value in row.items():
                writer.add_scalar(name, value, epoch)
            writer.flush()


shutil.rmtree("runs", ignore_errors=True)
for lr in (0.5, 0.1):
    log_run(f"runs/lr-{lr}", lr)
print(sorted(folder.name for folder in Path("runs").iterdir()))
# --8<-- [end:tensorboard]

# --8<-- [start:read-runs]
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

runs = {
    folder.name: EventAccumulator(str(folder)).Reload()
    for folder in sorted(Path("runs").iterdir())
}
print(runs["lr-0.5"].Tags()["scalars"])
for name, run in runs.items():
    losses = [event.value for event in run.Scalars("val_loss")]
    print(f"{name}:", *[f"{loss:.3f}" for loss in losses])
# --8<-- [end:read-runs]

# --8<-- [start:figure-runs]
figure, plots = plt.subplots(1, 2, figsize=(6, 2.8), layout="constrained")
for axes, tag in zip(plots, ("val_loss", "val_accuracy")):
    for (name, run), style in zip(runs.items(), ("C1--", "C0")):
        events = run.Scalars(tag)
        steps = [event.step for event in events]
        axes.plot(steps, [event.value for event in events], style, label=name)
    axes.set(title=tag, xlabel="step")
    axes.legend()
figure.savefig("runs.svg")
# --8<-- [end:figure-runs]

# --8<-- [start:buffer]
rows = Path("rows.csv")
with rows.open("w", newline="", encoding="utf-8") as file:
    writer = csv.writer(file)
    writer.writerow(["epoch", "loss"])
    for epoch in range(20):
        writer.writerow([epoch, 0.5])
    print("lines that another program sees:", len(rows.read_text().splitlines()))
    file.flush()
    print("after flush:                    ", len(rows.read_text().splitlines()))
# --8<-- [end:buffer]

# --8<-- [start:changed-columns]
changed = Path("changed.csv")
changed.unlink(missing_ok=True)
append_row(changed, {"epoch": 0, "loss": 0.5})
append_row(changed, {"epoch": 1, "accuracy": 0.75, "loss": 0.25})
with changed.open(newline="", encoding="utf-8") as file:
    for record in csv.DictReader(file):
        print(record)
# --8<-- [end:changed-columns]


# --8<-- [start:header]
def append_checked(path: Path, row: dict[str, float]) -> None:
    with path.open("a+", newline="", encoding="utf-8") as file:
        file.seek(0)
        header = next(csv.reader(file), None)
        writer = csv.DictWriter(file, fieldnames=header or list(row))
        if header is None:
            writer.writeheader()
        writer.writerow(row)


changed.unlink()
append_checked(changed, {"epoch": 0, "loss": 0.5})
try:
    append_checked(changed, {"epoch": 1, "accuracy": 0.75, "loss": 0.25})
except ValueError as error:
    print(error)
# --8<-- [end:header]

# --8<-- [start:wrong-norm]
model = make_model()
inputs, targets = (tensor[:100].to(device) for tensor in train_set.tensors)
F.cross_entropy(model(inputs), targets).backward()
of_weights = nn.utils.get_total_norm(model.parameters())
of_gradients = nn.utils.get_total_norm(gradients_of(model))
print(f"get_total_norm(model.parameters())   {of_weights.item():.4f}")
print(f"get_total_norm(gradients_of(model))  {of_gradients.item():.4f}")
# --8<-- [end:wrong-norm]
