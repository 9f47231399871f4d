"""Patterns to paste: device, model, loop, evaluation, checkpoint, stop, resume."""

# --8<-- [start:device]
import torch

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
random_source = torch if device.type == "cpu" else torch.get_device_module(device)
# --8<-- [end:device]

# --8<-- [start:data]
from sklearn.datasets import load_breast_cancer
from torch.utils.data import DataLoader, Subset, TensorDataset, random_split

table = load_breast_cancer()
features = torch.tensor(table.data, dtype=torch.float32)
labels = torch.tensor(table.target)
split = torch.Generator().manual_seed(0)
parts = random_split(range(len(labels)), [0.6, 0.2, 0.2], split)
known = features[parts[0].indices]
features = (features - known.mean(dim=0)) / known.std(dim=0)
dataset = TensorDataset(features, labels)
train_set, validation_set, test_set = (Subset(dataset, p.indices) for p in parts)
own = torch.Generator()
validation_loader = DataLoader(validation_set, batch_size=256, generator=own)
test_loader = DataLoader(test_set, batch_size=256, generator=own)


def make_train_loader(seed: int) -> DataLoader:
    order = torch.Generator().manual_seed(seed)
    return DataLoader(train_set, batch_size=64, shuffle=True, generator=order)


# --8<-- [end:data]

# --8<-- [start:model]
from torch import nn


class Classifier(nn.Module):
    def __init__(self, inputs: int, hidden: int, classes: int) -> None:
        super().__init__()
        layers = nn.Linear(inputs, hidden), nn.LayerNorm(hidden), nn.ReLU()
        self.body = nn.Sequential(*layers)
        self.head = nn.Linear(hidden, classes)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.body(x))


# --8<-- [end:model]

# --8<-- [start:loop]
from torch.nn import functional as F


def train_epoch(
    model: nn.Module, loader: DataLoader, optimizer: torch.optim.Optimizer
) -> float:
    model.train()
    total, count = torch.zeros((), device=device), 0
    for inputs, targets in loader:
        inputs, targets = inputs.to(device), targets.to(device)
        optimizer.zero_grad()
        outputs = model(inputs)
        loss = F.cross_entropy(outputs, targets)
        loss.backward()
        optimizer.step()
        total += loss.detach() * len(targets)
        count += len(targets)
    return total.item() / count


# --8<-- [end:loop]


# --8<-- [start:evaluate]
@torch.inference_mode()
def evaluate(model: nn.Module, loader: DataLoader) -> tuple[float, float]:
    model.eval()
    total, right = torch.zeros((), device=device), torch.zeros((), device=device)
    count = 0
    for inputs, targets in loader:
        inputs, targets = inputs.to(device), targets.to(device)
        outputs = model(inputs)
        total += F.cross_entropy(outputs, targets, reduction="sum")
        right += (outputs.argmax(dim=1) == targets).sum()
        count += len(targets)
    return total.item() / count, right.item() / count


# --8<-- [end:evaluate]

# --8<-- [start:run]
from dataclasses import dataclass


@dataclass
class Run:
    model: nn.Module
    optimizer: torch.optim.Optimizer
    scheduler: torch.optim.lr_scheduler.LRScheduler
    loader: DataLoader
    epoch: int = 0
    best_loss: float = float("inf")
    bad_epochs: int = 0


def make_run(seed: int, lr: float = 0.01) -> Run:
    torch.manual_seed(seed)
    model = Classifier(30, 32, 2).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=20)
    return Run(model, optimizer, scheduler, make_train_loader(seed))


# --8<-- [end:run]

# --8<-- [start:checkpoint]
from pathlib import Path

PARTS = ("model", "optimizer", "scheduler")
NUMBERS = ("epoch", "best_loss", "bad_epochs")


def save(path: Path, content: dict) -> None:
    unfinished = path.with_suffix(".tmp")
    torch.save(content, unfinished)
    unfinished.replace(path)


def save_checkpoint(path: Path, run: Run) -> None:
    checkpoint = {part: getattr(run, part).state_dict() for part in PARTS}
    checkpoint |= {number: getattr(run, number) for number in NUMBERS}
    checkpoint["order"] = run.loader.generator.get_state()
    checkpoint["random"] = {
        "cpu": torch.get_rng_state(),
        device.type: random_source.get_rng_state(),
    }
    save(path, checkpoint)


# --8<-- [end:checkpoint]


# --8<-- [start:resume]
def load_checkpoint(path: Path, run: Run) -> None:
    checkpoint = torch.load(path, map_location="cpu", weights_only=True)
    for part in PARTS:
        getattr(run, part).load_state_dict(checkpoint[part])
    for number in NUMBERS:
        setattr(run, number, checkpoint[number])
    run.loader.generator.set_state(checkpoint["order"])
    torch.set_rng_state(checkpoint["random"]["cpu"])
    if device.type in checkpoint["random"]:
        random_source.set_rng_state(checkpoint["random"][device.type])


# --8<-- [end:resume]


# --8<-- [start:early-stopping]
def fit(run: Run, folder: Path, epochs: int, patience: int = 3) -> None:
    folder.mkdir(exist_ok=True)
    while run.epoch < epochs and run.bad_epochs < patience:
        train_loss = train_epoch(run.model, run.loader, run.optimizer)
        loss, accuracy = evaluate(run.model, validation_loader)
        rate = run.scheduler.get_last_lr()[0]
        run.scheduler.step()
        run.epoch += 1
        run.bad_epochs = 0 if loss < run.best_loss else run.bad_epochs + 1
        if run.bad_epochs == 0:
            run.best_loss = loss
            save(folder / "best.pt", run.model.state_dict())
        save_checkpoint(folder / "last.pt", run)
        losses = f"train {train_loss:.2f}  validation {loss:.2f}"
        print(f"epoch {run.epoch}  lr {rate:.4f}  {losses}, {accuracy:.2f}")


# --8<-- [end:early-stopping]

# --8<-- [start:use]
whole = make_run(seed=0)
fit(whole, Path("whole"), epochs=4)
# --8<-- [end:use]

# --8<-- [start:prove]
fit(make_run(seed=0), Path("parts"), epochs=2)
again = make_run(seed=1)
load_checkpoint(Path("parts/last.pt"), again)
fit(again, Path("parts"), epochs=4)
pairs = zip(whole.model.state_dict().values(), again.model.state_dict().values())
print("equal in every bit:", all(torch.equal(a, b) for a, b in pairs))
# --8<-- [end:prove]

# --8<-- [start:stop]
stuck = make_run(seed=0, lr=0.0)
fit(stuck, Path("stuck"), epochs=20, patience=2)
print("epochs:", stuck.epoch)
# --8<-- [end:stop]

# --8<-- [start:test]
best = Classifier(30, 32, 2).to(device)
best.load_state_dict(torch.load("whole/best.pt", map_location="cpu", weights_only=True))
print(f"test accuracy: {evaluate(best, test_loader)[1]:.2f}")
# --8<-- [end:test]
