"""Write SGD, momentum and Adam by hand, and see what AdamW does instead."""

# --8<-- [start:by-hand]
import torch
from torch import nn
from torch.nn import functional as F

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
weight = nn.Parameter(torch.tensor([1.0, -2.0], device=device))
optimizer = torch.optim.SGD([weight], lr=0.1)
(weight**2).sum().backward()
print(weight.grad)
with torch.no_grad():
    by_hand = weight - 0.1 * (2 * weight)
optimizer.step()
print(weight.data, by_hand)
# --8<-- [end:by-hand]

# --8<-- [start:groups]
print(optimizer.param_groups[0]["lr"], optimizer.param_groups[0]["momentum"])
print(len(optimizer.state))
# --8<-- [end:groups]

# --8<-- [start:momentum]
weight = nn.Parameter(torch.tensor([1.0, -2.0], device=device))
optimizer = torch.optim.SGD([weight], lr=0.1, momentum=0.9)
by_hand, velocity = weight.detach().clone(), torch.zeros(2, device=device)
for _ in range(3):
    optimizer.zero_grad()
    (weight**2).sum().backward()
    optimizer.step()
    velocity = 0.9 * velocity + 2 * by_hand
    by_hand = by_hand - 0.1 * velocity
    print(weight.data, by_hand)
print(optimizer.state[weight]["momentum_buffer"])
# --8<-- [end:momentum]

# --8<-- [start:first-step]
gradients = torch.tensor([0.001, 1.0, 1000.0], device=device)
for optimizer_class in (torch.optim.SGD, torch.optim.Adam):
    weight = nn.Parameter(torch.zeros(3, device=device))
    optimizer = optimizer_class([weight], lr=0.1)
    weight.grad = gradients.clone()
    optimizer.step()
    row = [f"{value:10.4f}" for value in weight.tolist()]
    print(f"{optimizer_class.__name__:5}", *row)
# --8<-- [end:first-step]

# --8<-- [start:adam]
weight = nn.Parameter(torch.tensor([1.0, -2.0], device=device))
optimizer = torch.optim.Adam([weight], lr=0.1)
by_hand = weight.detach().clone()
mean, square = torch.zeros(2, device=device), torch.zeros(2, device=device)
for step in range(1, 4):
    optimizer.zero_grad()
    (weight**2).sum().backward()
    optimizer.step()
    gradient = 2 * by_hand
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    corrected_mean = mean / (1 - 0.9**step)
    corrected_square = square / (1 - 0.999**step)
    by_hand = by_hand - 0.1 * corrected_mean / (corrected_square.sqrt() + 1e-8)
    print(weight.data, by_hand)
print(list(optimizer.state[weight]))
# --8<-- [end:adam]

# --8<-- [start:valley]
start = torch.tensor([-4.0, 0.8])


def height(point: torch.Tensor) -> torch.Tensor:
    return (point[..., 0] ** 2 + 50 * point[..., 1] ** 2) / 2


def descend(optimizer_class: type, **options) -> torch.Tensor:
    point = nn.Parameter(start.clone())
    optimizer = optimizer_class([point], **options)
    path = [start]
    for _ in range(30):
        optimizer.zero_grad()
        height(point).backward()
        optimizer.step()
        path.append(point.detach().clone())
    return torch.stack(path)


paths = {
    "SGD": descend(torch.optim.SGD, lr=0.036),
    "momentum": descend(torch.optim.SGD, lr=0.02, momentum=0.7),
    "Adam": descend(torch.optim.Adam, lr=0.3),
}
for name, path in paths.items():
    first, last = height(path[0]).item(), height(path[-1]).item()
    print(f"{name:9} height {first:.2f} to {last:.2f}")
too_far = descend(torch.optim.SGD, lr=0.042)[-1]
print(f"SGD, lr=0.042: height {height(start):.0f} to {height(too_far):.0f}")
# --8<-- [end:valley]

# --8<-- [start:data]
import gzip
from collections.abc import Callable
from functools import partial
from pathlib import Path

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
for _ in range(2):
    for rows in torch.randperm(2000, generator=generator).split(64):
        rows = rows.to(device)
        batches.append((images[rows], labels[rows]))


def train(make_optimizer: Callable) -> float:
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(784, 32), nn.ReLU(), nn.Linear(32, 10)).to(device)
    optimizer = make_optimizer(model.parameters())
    for inputs, targets in batches:
        optimizer.zero_grad()
        F.cross_entropy(model(inputs), targets).backward()
        optimizer.step()
    with torch.no_grad():
        return F.cross_entropy(model(held_out), held_out_labels).item()


# --8<-- [end:data]

# --8<-- [start:compare]
learning_rates = (0.001, 0.003, 0.01, 0.03, 0.1, 0.2, 0.5)
print("learning rate    " + "".join(f"{lr:7}" for lr in learning_rates))
for name, make, tried in (
    ("SGD", torch.optim.SGD, learning_rates),
    ("SGD, momentum 0.9", partial(torch.optim.SGD, momentum=0.9), learning_rates),
    ("AdamW", torch.optim.AdamW, learning_rates[:-2]),
):
    results = [train(partial(make, lr=lr)) for lr in tried]
    print(f"{name:17}" + "".join(f"{loss:7.2f}" for loss in results))
# --8<-- [end:compare]

# --8<-- [start:lbfgs]
point = nn.Parameter(start.clone())
optimizer = torch.optim.LBFGS([point])
heights = []


def closure() -> torch.Tensor:
    optimizer.zero_grad()
    loss = height(point)
    loss.backward()
    heights.append(loss.item())
    return loss


optimizer.step(closure)
print("evaluations in one step:", len(heights))
print("height", *(f"{value:.2f}" for value in heights[:9]))
# --8<-- [end:lbfgs]

# --8<-- [start:decay]
adam, adamw = torch.optim.Adam, torch.optim.AdamW
for make, decay in ((adam, 0.0), (adam, 0.1), (adamw, 0.1)):
    weight = nn.Parameter(torch.tensor([1.0, 10.0], device=device))
    optimizer = make([weight], lr=0.1, weight_decay=decay)
    weight.grad = torch.ones(2, device=device)
    optimizer.step()
    print(f"{make.__name__:5} weight_decay={decay}", weight.data)
# --8<-- [end:decay]

# --8<-- [start:parameter-groups]
layers = nn.Linear(784, 32), nn.LayerNorm(32), nn.ReLU(), nn.Linear(32, 10)
model = nn.Sequential(*layers).to(device)
matrices = [parameter for parameter in model.parameters() if parameter.ndim >= 2]
others = [parameter for parameter in model.parameters() if parameter.ndim < 2]
optimizer = torch.optim.AdamW(
    [
        {"params": matrices, "weight_decay": 0.1},
        {"params": others, "weight_decay": 0.0},
    ],
    lr=0.01,
)
for group in optimizer.param_groups:
    lr, decay = group["lr"], group["weight_decay"]
    print(len(group["params"]), "parameters, lr", lr, "weight_decay", decay)
# --8<-- [end:parameter-groups]

# --8<-- [start:frozen]
body, head = model[0], model[3]
groups = [{"params": body.parameters(), "lr": 0.001}, {"params": head.parameters()}]
optimizer = torch.optim.AdamW(groups, lr=0.01)
for frozen in (True, False):
    body.requires_grad_(not frozen)
    before = [layer.weight.detach().clone() for layer in (body, head)]
    optimizer.zero_grad()
    F.cross_entropy(model(images[:64]), labels[:64]).backward()
    optimizer.step()
    moved = [
        (layer.weight - old).abs().max() for layer, old in zip((body, head), before)
    ]
    print(f"frozen {frozen!s:5}  body moved by {moved[0]:.3f}, head by {moved[1]:.3f}")
# --8<-- [end:frozen]

# --8<-- [start:errors]
layer = nn.Linear(2, 2)
overlapping = [{"params": layer.parameters()}, {"params": [layer.bias]}]
calls: tuple[Callable, ...] = (
    lambda: torch.optim.SGD(layer.weight, lr=0.1),
    lambda: torch.optim.SGD([layer.weight * 0.5], lr=0.1),
    lambda: torch.optim.SGD(overlapping, lr=0.1),
    torch.optim.LBFGS(layer.parameters()).step,
    lambda: torch.optim.Muon(layer.parameters()),
)
for call in calls:
    try:
        call()
    except (TypeError, ValueError) as error:
        print(f"{type(error).__name__}: {error}")
# --8<-- [end:errors]

# --8<-- [start:figure-valley]
import matplotlib.pyplot as plt

x, y = torch.linspace(-4.5, 1.5, 25), torch.linspace(-1, 1, 17)
across, up = torch.meshgrid(x, y, indexing="xy")
landscape = height(torch.stack([across, up], dim=-1))
figure, axes = plt.subplots(figsize=(7, 3.4))
axes.contour(across, up, landscape, levels=[2.0, 15.0], colors="C4", linewidths=0.7)
for (name, path), color in zip(paths.items(), ("C0", "C1", "C2")):
    axes.plot(path[:, 0], path[:, 1], color=color, linewidth=1.4, label=name)
axes.plot(0, 0, "C3o")
axes.set(xlim=(-4.5, 1.5), ylim=(-1, 1), xticks=(-4, -2, 0), yticks=(-1, 0, 1))
axes.legend(ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1))
figure.savefig("valley.svg")
# --8<-- [end:figure-valley]
