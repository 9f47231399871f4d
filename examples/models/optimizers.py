"""Write SGD by hand, see what Adam and AdamW do instead, and schedule the rate."""

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
from collections.abc import Callable
from functools import partial

from sklearn.datasets import load_digits

digits = load_digits()
images = (torch.tensor(digits.data, dtype=torch.float32) / 16).to(device)
labels = torch.tensor(digits.target).to(device)
generator = torch.Generator().manual_seed(0)
order = torch.randperm(len(images), generator=generator)
train_indices, held_out = order[:1536], order[1536:].to(device)
batches = []
for _ in range(10):
    for indices in torch.randperm(1536, generator=generator).split(64):
        batch = train_indices[indices].to(device)
        batches.append((images[batch], labels[batch]))


def make_model() -> nn.Sequential:
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 10)).to(device)


def train(
    make_optimizer: Callable, steps: int = 48, make_scheduler: Callable | None = None
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
        return F.cross_entropy(model(images[held_out]), labels[held_out]).item(), losses


# --8<-- [end:data]

# --8<-- [start:compare]
learning_rates = (0.001, 0.01, 0.03, 0.1, 0.2, 0.5, 1.0)
print("learning rate    " + "".join(f"{lr:7}" for lr in learning_rates))
for name, make in {
    "SGD": torch.optim.SGD,
    "SGD, momentum 0.9": partial(torch.optim.SGD, momentum=0.9),
    "AdamW": torch.optim.AdamW,
}.items():
    results = [train(partial(make, lr=lr))[0] for lr in learning_rates]
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
layers = nn.Linear(64, 32), nn.LayerNorm(32), nn.ReLU(), nn.Linear(32, 10)
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

# --8<-- [start:schedule]
import math

from torch.optim import lr_scheduler


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


# --8<-- [start:does-it-help]
sgd = partial(torch.optim.SGD, momentum=0.9)
adam = torch.optim.Adam
cosine = partial(lr_scheduler.CosineAnnealingLR, T_max=240)
print("held-out loss, 10 epochs    constant   cosine")
for name, make, lr in (
    ("SGD, momentum 0.9", sgd, 0.01),
    ("SGD, momentum 0.9", sgd, 0.2),
    ("Adam", adam, 0.001),
    ("Adam", adam, 0.01),
):
    constant, _ = train(partial(make, lr=lr), 240)
    annealed, _ = train(partial(make, lr=lr), 240, cosine)
    print(f"{name:17} lr={lr:5} {constant:10.1f}{annealed:9.1f}")
# --8<-- [end:does-it-help]


# --8<-- [start:finder]
def finder(
    make_optimizer: Callable, lowest: float = 1e-5, highest: float = 10, steps: int = 96
) -> tuple[list[float], list[float]]:
    factor = (highest / lowest) ** (1 / (steps - 1))
    grow = partial(lr_scheduler.ExponentialLR, gamma=factor)
    _, losses = train(partial(make_optimizer, lr=lowest), steps, grow)
    return [lowest * factor**step for step in range(steps)], losses


tried, losses = finder(sgd)
bottom = tried[losses.index(min(losses))]
for divisor in (1, 3, 10, 30):
    held_out_loss, _ = train(partial(sgd, lr=bottom / divisor))
    lr = f"lr {bottom / divisor:.3f}"
    print(f"lowest point / {divisor:<2}  {lr}  held-out loss {held_out_loss:.2f}")
# --8<-- [end:finder]


# --8<-- [start:smoothed]
def smooth(losses: list[float]) -> list[float]:
    values, average = [], 0.0
    for number, loss in enumerate(losses, start=1):
        average = 0.9 * average + 0.1 * loss
        values.append(average / (1 - 0.9**number))
    return values


smoothed = smooth(losses)
late = tried[smoothed.index(min(smoothed))]
print(f"lowest point {bottom:.2f}, of the smoothed curve {late:.2f}")
print(f"there: held-out loss about {train(partial(sgd, lr=late))[0]:.0f}")
# --8<-- [end:smoothed]

# --8<-- [start:average]
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn


def held_out_loss_of(model: nn.Module) -> float:
    with torch.no_grad():
        return F.cross_entropy(model(images[held_out]), labels[held_out]).item()


model = make_model()
optimizer = sgd(model.parameters(), lr=0.5)
average = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.9))
print("step    last  average")
for step, (inputs, targets) in enumerate(batches[:48], start=1):
    optimizer.zero_grad()
    F.cross_entropy(model(inputs), targets).backward()
    optimizer.step()
    average.update_parameters(model)
    if step % 8 == 0:
        values = held_out_loss_of(model), held_out_loss_of(average)
        print(f"{step:4}  {values[0]:6.2f}  {values[1]:7.2f}")
# --8<-- [end:average]

# --8<-- [start:errors]
layer, optimizer = nn.Linear(2, 2), dummy()
overlapping = [{"params": layer.parameters()}, {"params": [layer.bias]}]


def take_step(stepper):
    stepper.step()


for call in (
    lambda: torch.optim.SGD(layer.weight, lr=0.1),
    lambda: torch.optim.SGD([layer.weight * 0.5], lr=0.1),
    lambda: torch.optim.SGD(overlapping, lr=0.1),
    lambda: take_step(torch.optim.LBFGS(layer.parameters())),
    lambda: torch.optim.Muon(layer.parameters()),
    lambda: take_step(lr_scheduler.ReduceLROnPlateau(dummy())),
    lambda: rates(optimizer, lr_scheduler.OneCycleLR(optimizer, 1.0, total_steps=3), 5),
):
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

# --8<-- [start:figure-schedules]
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
axes.plot(bottom, min(losses), "C0o")
axes.set(xscale="log", xlabel="learning rate", ylabel="loss", ylim=(0, 2.6))
axes.legend(loc="lower left")
figure.savefig("finder.svg")
# --8<-- [end:figure-finder]
