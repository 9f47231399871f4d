"""Five experiments with the MNIST network, each changing one thing, on 2,500 images."""

# --8<-- [start:data]
import gzip
from pathlib import Path

import torch

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
FOLDER = Path(__file__).resolve().parents[1] / "data/mnist-subset"


def read(path: Path, header: int) -> torch.Tensor:
    content = gzip.decompress(path.read_bytes())
    return torch.frombuffer(bytearray(content), dtype=torch.uint8, offset=header)


def load(part: str, folder: Path = FOLDER) -> tuple[torch.Tensor, torch.Tensor]:
    pixels = read(folder / f"{part}-images-idx3-ubyte.gz", 16)
    labels = read(folder / f"{part}-labels-idx1-ubyte.gz", 8)
    return pixels.reshape(-1, 1, 28, 28).to(device) / 255, labels.long().to(device)


train_images, train_labels = load("train")
test_images, test_labels = load("t10k")
print(tuple(train_images.shape), tuple(test_images.shape))
# --8<-- [end:data]

# --8<-- [start:train]
from torch import nn
from torch.nn import functional as F


def make_model(norm: bool = False, seed: int = 0) -> nn.Sequential:
    torch.manual_seed(seed)
    layers: list[nn.Module] = [nn.Flatten()]
    for inputs, outputs in [(784, 256), (256, 128)]:
        between = [nn.BatchNorm1d(outputs)] if norm else []
        layers += [nn.Linear(inputs, outputs), *between, nn.ReLU()]
    return nn.Sequential(*layers, nn.Linear(128, 10)).to(device)


def batches(epochs: int, seed: int = 0) -> list[torch.Tensor]:
    shuffle = torch.Generator().manual_seed(seed)
    count = len(train_images)
    orders = [torch.randperm(count, generator=shuffle) for _ in range(epochs)]
    return [rows.to(device) for order in orders for rows in order.split(64)]


def train(
    model: nn.Module, optimizer: torch.optim.Optimizer, epochs: int = 1, seed: int = 0
) -> None:
    model.train()
    for rows in batches(epochs, seed):
        optimizer.zero_grad()
        outputs = model(train_images[rows])
        loss = F.cross_entropy(outputs, train_labels[rows])
        loss.backward()
        optimizer.step()


@torch.inference_mode()
def accuracy(model: nn.Module) -> float:
    model.eval()
    return (model(test_images).argmax(dim=1) == test_labels).float().mean().item()


# --8<-- [end:train]

# --8<-- [start:batch-norm]
plain, normed = make_model(), make_model(norm=True)
for name, model in [("plain", plain), ("batch norm", normed)]:
    train(model, torch.optim.Adam(model.parameters(), lr=1e-3))
    count = sum(p.numel() for p in model.parameters())
    print(f"{name:10} {count:,} parameters, accuracy {accuracy(model):.2f}")
# --8<-- [end:batch-norm]


# --8<-- [start:finder]
from functools import partial


def find_lr(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    lowest: float,
    highest: float,
    epochs: int,
    keep: float = 0.9,
) -> tuple[list[float], list[float]]:
    """Train with a growing learning rate; return each rate and the smoothed loss."""
    model.train()
    steps = batches(epochs)
    lrs, losses, mean = [], [], 0.0
    for number, rows in enumerate(steps):
        lr = lowest * (highest / lowest) ** (number / (len(steps) - 1))
        for group in optimizer.param_groups:
            group["lr"] = lr
        optimizer.zero_grad()
        outputs = model(train_images[rows])
        loss = F.cross_entropy(outputs, train_labels[rows])
        loss.backward()
        optimizer.step()
        mean = keep * mean + (1 - keep) * loss.item()
        lrs.append(lr)
        losses.append(mean / (1 - keep ** (number + 1)))
    return lrs, losses


momentum = partial(torch.optim.SGD, momentum=0.9)
kinds = {"Adam": torch.optim.Adam, "SGD, momentum 0.9": momentum}
curves, lowest = {}, {}
for name, kind in kinds.items():
    model = make_model()
    optimizer = kind(model.parameters(), lr=1e-5)
    lrs, losses = find_lr(model, optimizer, 1e-5, 10.0, epochs=4)
    curves[name] = lrs, losses
    lowest[name] = lrs[losses.index(min(losses))]
    print(f"{name:17} {len(lrs)} steps, lowest loss at {lowest[name]:.2f}")
# --8<-- [end:finder]

# --8<-- [start:figure-finder]
import matplotlib.pyplot as plt

figure, axes = plt.subplots(figsize=(5.8, 3), layout="constrained")
for number, (name, (lrs, losses)) in enumerate(curves.items()):
    axes.plot(lrs, losses, color=f"C{number}", label=name)
axes.set(xscale="log", xlabel="learning rate of the step")
axes.set_xticks([1e-5, 1e-3, 0.1, 10], ["0.00001", "0.001", "0.1", "10"])
axes.set(ylim=(0, 4), ylabel="smoothed loss")
axes.legend()
figure.savefig("finder.svg")
# --8<-- [end:figure-finder]

# --8<-- [start:machine-rates]
for name, kind in kinds.items():
    reached = []
    for share in (1, 1 / 3, 1 / 10):
        model = make_model()
        optimizer = kind(model.parameters(), lr=share * lowest[name])
        train(model, optimizer, epochs=10)
        reached.append(f"{accuracy(model):.2f}")
    print(f"{name}, lowest point, a third, a tenth:", *reached)
# --8<-- [end:machine-rates]


# --8<-- [start:mixed-precision]
def train_mixed(
    model: nn.Module, optimizer: torch.optim.Optimizer, epochs: int = 1, seed: int = 0
) -> dict[str, torch.dtype]:
    dtype = torch.float16 if device.type == "cuda" else torch.bfloat16
    scaler = torch.amp.GradScaler(device.type, enabled=dtype is torch.float16)
    seen = {}
    model.train()
    for rows in batches(epochs, seed):
        optimizer.zero_grad()
        with torch.autocast(device.type, dtype=dtype):
            outputs = model(train_images[rows])
            loss = F.cross_entropy(outputs, train_labels[rows])
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        seen = {"logits": outputs.dtype, "loss": loss.dtype}
    return seen


mixed = make_model()
seen = train_mixed(mixed, torch.optim.Adam(mixed.parameters(), lr=1e-3))
print({name: dtype is torch.float32 for name, dtype in seen.items()})
print({p.dtype for p in mixed.parameters()}, {p.grad.dtype for p in mixed.parameters()})
print(f"accuracy {accuracy(mixed):.2f}, in float32 {accuracy(plain):.2f}")
# --8<-- [end:mixed-precision]

# --8<-- [start:figure-clothing]
CLASSES = "T-shirt trouser pullover dress coat sandal shirt sneaker bag boot".split()

images, labels = load("t10k", FOLDER.with_name("fashion-mnist-subset"))
figure, panels = plt.subplots(2, 5, figsize=(5.6, 2.9), layout="constrained")
for number, (axes, name) in enumerate(zip(panels.flat, CLASSES)):
    axes.imshow(images[labels == number][0, 0].cpu(), cmap="Greys")
    axes.set_title(name)
    axes.axis("off")
figure.savefig("clothing.webp", pil_kwargs={"lossless": True})
# --8<-- [end:figure-clothing]

# --8<-- [start:schedule]
model = make_model()
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=10)
used = []
for epoch in range(10):
    used.append(optimizer.param_groups[0]["lr"])
    train(model, optimizer, seed=epoch)
    scheduler.step()
print([round(lr, 4) for lr in used])
print("then", round(scheduler.get_last_lr()[0], 4))
print(f"accuracy {accuracy(model):.1f}")
# --8<-- [end:schedule]
