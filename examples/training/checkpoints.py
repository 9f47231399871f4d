"""Save a run, resume it bit for bit, and see what a missing part or a bad file does."""

# --8<-- [start:data]
from collections.abc import Iterable

import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
digits = load_digits()
images = torch.tensor(digits.data, dtype=torch.float32) / 16
labels = torch.tensor(digits.target)
order = torch.randperm(len(images), generator=torch.Generator().manual_seed(0))
train_set = TensorDataset(images[order[:1536]], labels[order[:1536]])
held_out_images = images[order[1536:]].to(device)
held_out_labels = labels[order[1536:]].to(device)


def make_loader(generator: torch.Generator) -> DataLoader:
    return DataLoader(train_set, batch_size=64, shuffle=True, generator=generator)


def train_on(
    batches: Iterable, model: nn.Module, optimizer: torch.optim.Optimizer
) -> list[float]:
    model.train()
    losses = []
    for inputs, targets in batches:
        optimizer.zero_grad()
        outputs = model(inputs.to(device))
        loss = F.cross_entropy(outputs, targets.to(device))
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


@torch.inference_mode()
def accuracy(model: nn.Module) -> float:
    model.eval()
    right = model(held_out_images).argmax(dim=1) == held_out_labels
    return right.float().mean().item()


# --8<-- [end:data]


# --8<-- [start:weights]
def make_model(classes: int = 10) -> nn.Sequential:
    layers = nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, classes)
    return nn.Sequential(*layers).to(device)


torch.manual_seed(0)
model = make_model()
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
train_on(make_loader(torch.Generator().manual_seed(0)), model, optimizer)
torch.save(model.state_dict(), "weights.pt")

loaded = make_model()
print(f"trained {accuracy(model):.2f}, newly built {accuracy(loaded):.2f}")
state = torch.load("weights.pt", weights_only=True, map_location="cpu")
print(loaded.load_state_dict(state))
print(f"loaded  {accuracy(loaded):.2f}")
loaded.eval()
print("same outputs:", torch.equal(loaded(held_out_images), model(held_out_images)))
# --8<-- [end:weights]

# --8<-- [start:contents]
print(type(state).__name__)
for name, tensor in state.items():
    print(f"{name:9} {tuple(tensor.shape)!s:9} {tensor.device.type}")
# --8<-- [end:contents]

# --8<-- [start:run]
from dataclasses import dataclass


@dataclass
class Run:
    model: nn.Module
    optimizer: torch.optim.Optimizer
    scheduler: torch.optim.lr_scheduler.LRScheduler
    generator: torch.Generator


def make_run(seed: int) -> Run:
    torch.manual_seed(seed)
    hidden = nn.Linear(64, 32), nn.BatchNorm1d(32), nn.ReLU(), nn.Dropout(0.2)
    model = nn.Sequential(*hidden, nn.Linear(32, 10)).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=4)
    return Run(model, optimizer, scheduler, torch.Generator().manual_seed(seed + 1))


def train(run: Run, epochs: int) -> tuple[list[float], list[float]]:
    losses, rates = [], []
    for _ in range(epochs):
        rates.append(round(run.optimizer.param_groups[0]["lr"], 4))
        losses += train_on(make_loader(run.generator), run.model, run.optimizer)
        run.scheduler.step()
    return losses, rates


# --8<-- [end:run]

# --8<-- [start:save]
import os

random_source = torch if device.type == "cpu" else torch.get_device_module(device)


def save_checkpoint(path: str, run: Run, epoch: int) -> None:
    checkpoint = {
        "model": run.model.state_dict(),
        "optimizer": run.optimizer.state_dict(),
        "scheduler": run.scheduler.state_dict(),
        "generator": run.generator.get_state(),
        "random": {
            "cpu": torch.get_rng_state(),
            device.type: random_source.get_rng_state(),
        },
        "epoch": epoch,
    }
    with open(path + ".part", "wb") as file:
        torch.save(checkpoint, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(path + ".part", path)


def load_checkpoint(path: str, run: Run) -> int:
    checkpoint = torch.load(path, weights_only=True, map_location="cpu")
    run.model.load_state_dict(checkpoint["model"])
    run.optimizer.load_state_dict(checkpoint["optimizer"])
    run.scheduler.load_state_dict(checkpoint["scheduler"])
    run.generator.set_state(checkpoint["generator"])
    torch.set_rng_state(checkpoint["random"]["cpu"])
    if device.type in checkpoint["random"]:
        random_source.set_rng_state(checkpoint["random"][device.type])
    return checkpoint["epoch"]


# --8<-- [end:save]

# --8<-- [start:resume]
whole = make_run(seed=0)
whole_losses, whole_rates = train(whole, epochs=4)

first = make_run(seed=0)
train(first, epochs=2)
save_checkpoint("run.pt", first, epoch=2)

second = make_run(seed=123)
done = load_checkpoint("run.pt", second)
losses, rates = train(second, epochs=4 - done)
print("epochs done before:", done)
print("same losses: ", losses == whole_losses[48:])
pairs = zip(whole.model.state_dict().values(), second.model.state_dict().values())
print("same weights:", all(torch.equal(a, b) for a, b in pairs))
# --8<-- [end:resume]

# --8<-- [start:leave-out]
print("left out    first batch that differs   learning rates")
for part in ("nothing", "model", "optimizer", "scheduler", "generator", "random"):
    run = make_run(seed=123)
    save_checkpoint("new.pt", run, epoch=0)
    checkpoint = torch.load("run.pt", map_location="cpu")
    if part != "nothing":
        checkpoint[part] = torch.load("new.pt", map_location="cpu")[part]
    torch.save(checkpoint, "mixed.pt")
    load_checkpoint("mixed.pt", run)
    losses, rates = train(run, epochs=2)
    pairs = enumerate(zip(losses, whole_losses[48:]))
    differs = [number for number, (loss, whole) in pairs if loss != whole]
    print(f"{part:11} {differs[0] if differs else 'none':<26} {rates}")
print(f"{'no break':11} {'':26} {whole_rates[2:]}")
# --8<-- [end:leave-out]

# --8<-- [start:longer]
for moment in ("before", "after"):
    longer = make_run(seed=0)
    if moment == "before":
        longer.scheduler.T_max = 8
    load_checkpoint("run.pt", longer)
    if moment == "after":
        longer.scheduler.T_max = 8
    _, rates = train(longer, epochs=6)
    print(f"T_max=8 set {moment:6} loading: {rates}")
# --8<-- [end:longer]

# --8<-- [start:middle]
from itertools import islice

first = make_run(seed=0)
at_start = first.generator.get_state()
train_on(islice(make_loader(first.generator), 10), first.model, first.optimizer)
now = first.generator.get_state()
first.generator.set_state(at_start)
save_checkpoint("middle.pt", first, epoch=0)
first.generator.set_state(now)

second = make_run(seed=123)
load_checkpoint("middle.pt", second)
rest = islice(make_loader(second.generator), 10, None)
losses = train_on(rest, second.model, second.optimizer)
second.scheduler.step()
losses += train(second, epochs=1)[0]
print("batches:", len(losses), " same losses:", losses == whole_losses[10:48])
# --8<-- [end:middle]

# --8<-- [start:map-location]
on_meta = torch.load("weights.pt", map_location="meta")
print({tensor.device.type for tensor in on_meta.values()})
before = loaded[0].weight
loaded.load_state_dict(torch.load("weights.pt", map_location="cpu"))
print("same parameter as before:", loaded[0].weight is before)
print("still on the device:", before.device.type == device.type)
loaded.load_state_dict(
    torch.load("weights.pt", mmap=True, map_location="cpu"), assign=True
)
print("same parameter, with assign=True:", loaded[0].weight is before)
# --8<-- [end:map-location]

# --8<-- [start:strict]
head_for_three = make_model(classes=3)
deeper = nn.Sequential(*make_model(), nn.LayerNorm(10)).to(device)
for target in (head_for_three, deeper):
    try:
        target.load_state_dict(state)
    except RuntimeError as error:
        print(error)
print(deeper.load_state_dict(state, strict=False))
# --8<-- [end:strict]

# --8<-- [start:position]
a, b = nn.Parameter(torch.zeros(2)), nn.Parameter(torch.zeros(2))
old = torch.optim.SGD([a, b], lr=0.1, momentum=0.9)
(a.sum() + 5 * b.sum()).backward()
old.step()
new = torch.optim.SGD([b, a], lr=0.01, momentum=0.9)
new.load_state_dict(old.state_dict())
print("momentum of a:", old.state[a]["momentum_buffer"])
print("loaded into a:", new.state[a]["momentum_buffer"])
print("learning rate:", new.param_groups[0]["lr"])
# --8<-- [end:position]


# --8<-- [start:pickle]
class Surprise:
    def __reduce__(self):
        return print, ("torch.load ran this line",)


torch.save({"weight": torch.ones(2), "extra": Surprise()}, "surprise.pt")
print(torch.load("surprise.pt", weights_only=False))
# --8<-- [end:pickle]

# --8<-- [start:weights-only]
import pickle

import numpy as np

losses_so_far = np.array([0.9, 0.7])
torch.save(model, "whole-model.pt")
torch.save({"model": model.state_dict(), "loss": losses_so_far.mean()}, "numpy.pt")
for path in ("surprise.pt", "whole-model.pt", "numpy.pt"):
    try:
        torch.load(path, weights_only=True)
    except pickle.UnpicklingError as error:
        lines = str(error).splitlines()
        refused = lines[3].split("GLOBAL ")[1].split(" was")[0]
        print(lines[0].split(".")[0] + ":", refused)

mean = losses_so_far.mean().item()
torch.save({"model": model.state_dict(), "loss": mean}, "python.pt")
print("loss", torch.load("python.pt", weights_only=True)["loss"])
# --8<-- [end:weights-only]

# --8<-- [start:safetensors]
from safetensors import safe_open
from safetensors.torch import load_file, save_file

save_file(model.state_dict(), "weights.safetensors", metadata={"classes": "10"})
fresh = make_model()
print(fresh.load_state_dict(load_file("weights.safetensors")))
with safe_open("weights.safetensors", framework="pt") as weights_file:
    print(weights_file.metadata(), weights_file.get_tensor("2.bias").shape)
# --8<-- [end:safetensors]

# --8<-- [start:tied]
from safetensors.torch import load_model, save_model


def make_tied() -> nn.Sequential:
    tied = nn.Sequential(nn.Embedding(5, 3), nn.Linear(3, 5, bias=False))
    tied[1].weight = tied[0].weight
    return tied


tied, twin = make_tied(), make_tied()
try:
    save_file(tied.state_dict(), "tied.safetensors")
except RuntimeError as error:
    print(str(error).strip().splitlines()[0].split(":")[0])
save_model(tied, "tied.safetensors")
load_model(twin, "tied.safetensors")
print("in the file:", list(load_file("tied.safetensors")))
apart = (twin[1].weight - tied[1].weight).abs().max().item()
print(f"largest difference of the other name: {apart:.2g}")
# --8<-- [end:tied]

# --8<-- [start:compiled]
compiled = torch.compile(model)
torch.save(compiled.state_dict(), "compiled.pt")
renamed = torch.load("compiled.pt", weights_only=True, map_location="cpu")
print(list(renamed)[:2])

torch.manual_seed(1)
fresh = make_model()
result = fresh.load_state_dict(renamed, strict=False)
missing = f"missing {len(result.missing_keys)} of {len(state)}"
print(f"strict=False: accuracy {accuracy(fresh):.2f}, {missing}")
nn.modules.utils.consume_prefix_in_state_dict_if_present(renamed, "_orig_mod.")
fresh.load_state_dict(renamed)
print(f"prefix taken off: accuracy {accuracy(fresh):.2f}")
# --8<-- [end:compiled]

# --8<-- [start:slice]
table = torch.zeros(1_000_000)
torch.save(table[:2], "slice.pt")
torch.save(table[:2].clone(), "clone.pt")
for path in ("slice.pt", "clone.pt"):
    print(f"{path}: {os.path.getsize(path) // 1000} thousand bytes")
# --8<-- [end:slice]

# --8<-- [start:best]
import copy

torch.manual_seed(0)
model = make_model()
start = accuracy(model)
kept, copied = model.state_dict(), copy.deepcopy(model.state_dict())
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
train_on(make_loader(torch.Generator().manual_seed(0)), model, optimizer)
print(f"when it was kept  {start:.2f}")
model.load_state_dict(kept)
print(f"state_dict()      {accuracy(model):.2f}")
model.load_state_dict(copied)
print(f"deepcopy of it    {accuracy(model):.2f}")
# --8<-- [end:best]

# --8<-- [start:figure-contents]
import matplotlib.pyplot as plt


def tensor_bytes(value: object) -> int:
    if isinstance(value, torch.Tensor):
        return value.numel() * value.element_size()
    if isinstance(value, dict):
        return sum(tensor_bytes(item) for item in value.values())
    return 0


checkpoint = torch.load("run.pt", weights_only=True, map_location="cpu")
figure, axes = plt.subplots(figsize=(6, 2.8))
names = list(checkpoint)[::-1]
sizes = [tensor_bytes(checkpoint[name]) / 1000 for name in names]
axes.barh(names, sizes, color=["C2", "C1", "C1", "C2", "C0", "C0"])
for row, size in enumerate(sizes):
    axes.text(size + 0.2, row, f"{size:.1f}" if size else "a few numbers", va="center")
axes.set(xlabel="thousand bytes of tensors", xlim=(0, 26))
figure.savefig("contents.svg")
# --8<-- [end:figure-contents]
