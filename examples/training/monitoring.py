"""Write a row of numbers per epoch, draw the rows, smooth them, and read what the curves say."""

# --8<-- [start:data]
import torch
from sklearn.datasets import load_digits
from torch.utils.data import DataLoader, TensorDataset

device = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")
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
    model: nn.Module, optimizer: torch.optim.Optimizer, batches: Iterable, max_norm: float = 1.0
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
print(f"seconds, first epoch: {columns['seconds'][0]:.3f}")
print(f"seconds, median: {sorted(columns['seconds'])[4]:.3f}")
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
print("returned is the norm from before:", torch.equal(returned, measured))
clipped = nn.utils.get_total_norm(gradients_of(model))
print(f"measured {measured.item():.3f}, after clipping {clipped.item():.3f}")
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
print("largest loss after step 50:", losses.index(max(losses[50:])))
print("largest norm after step 50:", norms.index(max(norms[50:])))
# --8<-- [end:steps]


# --8<-- [start:smooth]
def smooth(values: list[float], beta: float, correct: bool = True) -> list[float]:
    mean, smoothed = 0.0, []
    for number, value in enumerate(values, start=1):
        mean = beta * mean + (1 - beta) * value
        smoothed.append(mean / (1 - beta**number) if correct else mean)
    return smoothed


for correct in (True, False):
    print("a constant 2:", [round(value, 2) for value in smooth([2.0] * 4, 0.9, correct)])
print("step   loss   beta 0.9   beta 0.98   0.98, not corrected")
lines = [losses, smooth(losses, 0.9), smooth(losses, 0.98), smooth(losses, 0.98, correct=False)]
for step in (0, 20, 149, 150, 151):
    print("{:4}   {:4.1f}   {:8.1f}   {:9.1f}   {:19.1f}".format(step, *(line[step] for line in lines)))
# --8<-- [end:smooth]


# --8<-- [start:curves]
def shuffled(inputs: torch.Tensor, targets: torch.Tensor, seed: int) -> list:
    order = torch.randperm(len(inputs), generator=torch.Generator().manual_seed(seed))
    return [(inputs[rows], targets[rows]) for rows in order.split(100)]


def curves(
    lr: float, count: int = 1500, epochs: int = 20, layers: int = 1, activation: type = nn.ReLU, missing: int = -1
) -> dict[str, list[float]]:
    torch.manual_seed(0)
    hidden = [layer for _ in range(layers) for layer in (nn.Linear(64, 64), activation())]
    model = nn.Sequential(*hidden, nn.Linear(64, 10)).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    inputs, targets = (tensor[:count].clone() for tensor in train_set.tensors)
    if count < 1500:
        guesses = torch.Generator().manual_seed(1)
        targets[:20] = torch.randint(0, 10, (20,), generator=guesses)
    history = []
    for epoch in range(epochs):
        if epoch == missing:
            inputs[700, 20] = float("nan")
        batches = shuffled(inputs, targets, seed=epoch)
        row = train_epoch(model, optimizer, batches, max_norm=float("inf"))
        history.append(row | evaluate(model, [validation_set.tensors]))
    return {name: [row[name] for row in history] for name in history[0]}


catalogue = {
    "healthy": curves(lr=0.5),
    "lr too low": curves(lr=0.005),
    "lr too high": curves(lr=10.0),
    "overfit": curves(lr=0.5, count=100, epochs=200),
    "plateau": curves(lr=0.5, layers=2, activation=nn.Sigmoid),
    "nan": curves(lr=0.5, missing=8),
}
print("             training      validation                gradient norm")
print("             first   last  lowest   last  accuracy   first    last")
for name, history in catalogue.items():
    train, val, norm = history["train_loss"], history["val_loss"], history["grad_norm"]
    accuracy = history["val_accuracy"][-1]
    numbers = train[0], train[-1], min(val), val[-1], accuracy, norm[0], norm[-1]
    print("{:12} {:5.1f} {:6.1f} {:7.1f} {:6.1f} {:9.1f} {:7.1f} {:7.1f}".format(name, *numbers))
# --8<-- [end:curves]

# --8<-- [start:stop]
inputs, targets = (tensor.clone() for tensor in train_set.tensors)
inputs[700, 20] = float("nan")
batches = shuffled(inputs, targets, seed=0)


def stop_if_not_finite(step: int, loss: torch.Tensor, norm: torch.Tensor, lr: float) -> None:
    if not (loss + norm).isfinite():
        numbers = f"loss {loss.item():.3g}, gradient norm {norm.item():.3g}, lr {lr:.3g}"
        raise FloatingPointError(f"step {step}: {numbers}")


def all_finite(model: nn.Module) -> bool:
    return all(parameter.isfinite().all().item() for parameter in model.parameters())


model = make_model()
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
try:
    for step, (inputs, targets) in enumerate(batches):
        inputs, targets = inputs.to(device), targets.to(device)
        optimizer.zero_grad()
        outputs = model(inputs)
        loss = F.cross_entropy(outputs, targets)
        loss.backward()
        norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
        stop_if_not_finite(step, loss, norm, optimizer.param_groups[0]["lr"])
        optimizer.step()
except FloatingPointError as error:
    print(error)
print("weights finite:", all_finite(model))
print("inputs of this step finite:", inputs.isfinite().all().item())
# --8<-- [end:stop]

# --8<-- [start:too-late]
model = make_model()
row = train_epoch(model, torch.optim.SGD(model.parameters(), lr=0.5), batches)
print(row)
weights = torch.cat([parameter.detach().flatten() for parameter in model.parameters()])
print("weights that are nan:", weights.isnan().sum().item(), "of", len(weights))
# --8<-- [end:too-late]

# --8<-- [start:tensorboard]
import sys
from unittest import mock

with mock.patch.object(sys, "path", []):
    try:
        from torch.utils.tensorboard import SummaryWriter

        print(SummaryWriter)
    except ImportError as error:
        print(f"{type(error).__name__}: {error}")
# --8<-- [end:tensorboard]


# --8<-- [start:send]
class Printer:
    def add_scalar(self, tag: str, scalar_value: float, global_step: int) -> None:
        print(f"{tag:12} step {global_step}: {scalar_value:.3f}")


def send(writer, row: dict[str, float]) -> None:
    for name, value in row.items():
        if name not in ("epoch", "seconds"):
            writer.add_scalar(name, value, int(row["epoch"]))


send(Printer(), {name: values[0] for name, values in columns.items()})
# --8<-- [end:send]

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

# --8<-- [start:max]
nan = float("nan")
print("max:          ", max(1.0, nan), max(nan, 1.0))
print("torch.maximum:", torch.maximum(torch.tensor([1.0, nan]), torch.tensor([nan, 1.0])))
# --8<-- [end:max]

# --8<-- [start:figure-smooth]
figure, axes = plt.subplots(figsize=(6, 3.4))
axes.plot(losses, color="C0", linewidth=0.6)
for beta, correct, color, style in [(0.9, True, "C1", "-"), (0.98, True, "C2", "-"), (0.98, False, "C3", "--")]:
    label = f"beta {beta}" if correct else "0.98, not corrected"
    axes.plot(smooth(losses, beta, correct), style, color=color, label=label)
axes.set(xlabel="step", ylabel="loss", ylim=(0, 3.2), xlim=(0, 240))
axes.text(155, 3, f"up to {max(losses[50:]):.1f}", color="C0", va="center")
axes.legend(loc="upper left", bbox_to_anchor=(0.12, 1))
figure.savefig("smooth.svg")
# --8<-- [end:figure-smooth]

# --8<-- [start:figure-curves]
figure, panels = plt.subplots(3, 2, figsize=(6, 6.2), sharey=True)
for axes, (name, history) in zip(panels.flat, catalogue.items()):
    stride = 10 if name == "overfit" else 1
    for column, color in [("train_loss", "C0"), ("val_loss", "C1")]:
        values = history[column][::stride]
        axes.plot(range(0, stride * len(values), stride), values, color=color)
    last = stride * (len(values) - 1)
    axes.set(title=name, ylim=(0, 3), xlim=(0, last), xticks=(0, last), yticks=(0, 1, 2, 3))
panels[0, 0].text(3, 1.9, "training", color="C0")
panels[0, 0].text(3, 1.3, "validation", color="C1")
panels[2, 0].set(xlabel="epoch", ylabel="loss")
panels[2, 1].set(xlabel="epoch")
figure.tight_layout()
figure.savefig("curves.svg")
# --8<-- [end:figure-curves]
