"""Compare the curves of good and bad runs, smooth one, and stop at the first nan."""

# --8<-- [start:data]
import torch
from sklearn.datasets import load_digits

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
digits = load_digits()
images = torch.tensor(digits.data, dtype=torch.float32) / 16
labels = torch.tensor(digits.target)
order = torch.randperm(len(images), generator=torch.Generator().manual_seed(0))
images, labels = images[order].to(device), labels[order].to(device)
train_images, train_labels = images[:1500], labels[:1500]
val_images, val_labels = images[1500:], labels[1500:]


def shuffled(inputs: torch.Tensor, targets: torch.Tensor, size: int, seed: int) -> list:
    generator = torch.Generator().manual_seed(seed)
    order = torch.randperm(len(inputs), generator=generator).to(device)
    return [(inputs[rows], targets[rows]) for rows in order.split(size)]


# --8<-- [end:data]

# --8<-- [start:epoch]
from torch import nn
from torch.nn import functional as F


def make_model(layers: int = 1, activation: type[nn.Module] = nn.ReLU) -> nn.Sequential:
    torch.manual_seed(0)
    hidden = []
    for _ in range(layers):
        hidden += [nn.Linear(64, 64), activation()]
    return nn.Sequential(*hidden, nn.Linear(64, 10)).to(device)


def train_epoch(
    model: nn.Module, optimizer: torch.optim.Optimizer, batches: list
) -> tuple[torch.Tensor, torch.Tensor]:
    model.train()
    losses, norms = [], []
    for inputs, targets in batches:
        optimizer.zero_grad()
        outputs = model(inputs)
        loss = F.cross_entropy(outputs, targets)
        loss.backward()
        gradients = [p.grad for p in model.parameters() if p.grad is not None]
        norm = nn.utils.get_total_norm(gradients)
        optimizer.step()
        losses.append(loss.detach())
        norms.append(norm)
    return torch.stack(losses), torch.stack(norms)


# --8<-- [end:epoch]


# --8<-- [start:two-runs]
def train(
    model: nn.Module,
    lr: float,
    inputs: torch.Tensor,
    targets: torch.Tensor,
    epochs: int = 20,
) -> dict[str, list[float]]:
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    history = {"train_loss": [], "val_loss": [], "val_accuracy": [], "grad_norm": []}
    for epoch in range(epochs):
        batches = shuffled(inputs, targets, size=100, seed=epoch)
        losses, norms = train_epoch(model, optimizer, batches)
        model.eval()
        with torch.inference_mode():
            outputs = model(val_images)
        history["train_loss"].append(losses.mean().item())
        history["grad_norm"].append(norms.max().item())
        history["val_loss"].append(F.cross_entropy(outputs, val_labels).item())
        right = outputs.argmax(dim=1) == val_labels
        history["val_accuracy"].append(right.float().mean().item())
    return history


healthy = train(make_model(), 0.5, train_images, train_labels)
too_low = train(make_model(), 0.005, train_images, train_labels)
for name, history in [("lr 0.5", healthy), ("lr 0.005", too_low)]:
    print(f"{name:9}", [round(loss, 1) for loss in history["train_loss"][::4]])
# --8<-- [end:two-runs]

# --8<-- [start:noisy]
steps = shuffled(train_images, train_labels, size=25, seed=0)
steps += shuffled(train_images, train_labels, size=25, seed=1)
inputs, targets = steps[80]
steps[80] = inputs, (targets + 1) % 10
model = make_model()
raw, _ = train_epoch(model, torch.optim.SGD(model.parameters(), lr=0.2), steps)
losses = raw.tolist()
print(len(losses), "steps, the largest loss in step", losses.index(max(losses)))
# --8<-- [end:noisy]


# --8<-- [start:smooth]
def smooth(values: list[float], beta: float, correct: bool = True) -> list[float]:
    mean, smoothed = 0.0, []
    for number, value in enumerate(values, start=1):
        mean = beta * mean + (1 - beta) * value
        smoothed.append(mean / (1 - beta**number) if correct else mean)
    return smoothed


for correct in (True, False):
    smoothed = smooth([2.0] * 4, 0.9, correct)
    print("a constant 2:", [round(value, 2) for value in smoothed])
print("step   loss   beta 0.9   beta 0.98   0.98, not corrected")
lines = [losses, smooth(losses, 0.9), smooth(losses, 0.98)]
lines.append(smooth(losses, 0.98, correct=False))
row = "{:4}   {:4.1f}   {:8.1f}   {:9.1f}   {:19.1f}"
for step in (0, 20, 79, 80, 81):
    print(row.format(step, *(line[step] for line in lines)))
# --8<-- [end:smooth]

# --8<-- [start:catalogue]
few_labels = train_labels[:100].clone()
generator = torch.Generator().manual_seed(1)
few_labels[:20] = torch.randint(0, 10, (20,), generator=generator).to(device)
spoiled = train_images.clone()
spoiled[700, 20] = float("nan")
model = make_model()
before = train(model, 0.5, train_images, train_labels, epochs=8)
after = train(model, 0.5, spoiled, train_labels, epochs=12)
catalogue = {
    "healthy": healthy,
    "lr too low": too_low,
    "lr too high": train(make_model(), 10.0, train_images, train_labels),
    "overfit": train(make_model(), 0.5, train_images[:100], few_labels, epochs=200),
    "plateau": train(make_model(2, nn.Sigmoid), 0.5, train_images, train_labels),
    "nan": {name: before[name] + after[name] for name in before},
}
print("             training      validation                gradient norm")
print("             first   last  lowest   last  accuracy   first    last")
row = "{:12} {:5.1f} {:6.1f} {:7.1f} {:6.1f} {:9.1f} {:7.1f} {:7.1f}"
for name, history in catalogue.items():
    training, validation, accuracy, norms = history.values()
    losses_of_run = training[0], training[-1], min(validation), validation[-1]
    print(row.format(name, *losses_of_run, accuracy[-1], norms[0], norms[-1]))
# --8<-- [end:catalogue]


# --8<-- [start:stop]
def stop_if_not_finite(
    step: int, loss: torch.Tensor, norm: torch.Tensor, lr: float
) -> None:
    if not (loss + norm).isfinite():
        numbers = f"loss {loss:.3g}, gradient norm {norm:.3g}, lr {lr:.3g}"
        raise FloatingPointError(f"step {step}: {numbers}")


def count_nan(model: nn.Module) -> str:
    weights = nn.utils.parameters_to_vector(model.parameters())
    return f"{weights.isnan().sum().item()} of {len(weights)}"


batches = shuffled(spoiled, train_labels, size=100, seed=0)
model = make_model()
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
model.train()
try:
    for step, (inputs, targets) in enumerate(batches):
        optimizer.zero_grad()
        outputs = model(inputs)
        loss = F.cross_entropy(outputs, targets)
        loss.backward()
        norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
        stop_if_not_finite(step, loss, norm, optimizer.param_groups[0]["lr"])
        optimizer.step()
except FloatingPointError as error:
    print(error)
print("weights that are nan:", count_nan(model))
print("pixels of this batch that are nan:", inputs.isnan().sum().item())
# --8<-- [end:stop]

# --8<-- [start:buffers]
batch_norm = nn.BatchNorm1d(2).to(device)
batch_norm(torch.tensor([[1.0, float("nan")], [3.0, 4.0]], device=device))
print("running mean:", [round(mean, 2) for mean in batch_norm.running_mean.tolist()])
print("weights that are nan:", count_nan(batch_norm))
# --8<-- [end:buffers]

# --8<-- [start:too-late]
model = make_model()
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
losses_of_epoch, _ = train_epoch(model, optimizer, batches)
print("mean loss of the epoch:", losses_of_epoch.mean().item())
print("weights that are nan:  ", count_nan(model))
# --8<-- [end:too-late]

# --8<-- [start:max]
values = losses_of_epoch.tolist()
nan = float("nan")
print(f"max(values):           {max(values):.1f}")
print(f"losses_of_epoch.max(): {losses_of_epoch.max().item():.1f}")
print("the order decides:    ", max(1.0, nan), max(nan, 1.0))
print("is it a new best loss?", nan < 0.5)
# --8<-- [end:max]

# --8<-- [start:figure-smooth]
import matplotlib.pyplot as plt

figure, axes = plt.subplots(figsize=(6, 3.2))
axes.plot(losses, color="C0", linewidth=0.6)
for beta, correct, style in [
    (0.9, True, "C1-"),
    (0.98, True, "C2-"),
    (0.98, False, "C3--"),
]:
    label = f"beta {beta}" if correct else "0.98, not corrected"
    smoothed = smooth(losses, beta, correct)
    axes.plot(range(0, 120, 2), smoothed[::2], style, label=label)
axes.set(xlabel="step", xlim=(0, 120), xticks=range(0, 121, 40))
axes.set(ylabel="loss", ylim=(0, 4), yticks=range(5))
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
    axes.set(title=name, xlim=(0, last), xticks=(0, last))
    axes.set(ylim=(0, 3), yticks=(0, 1, 2, 3))
panels[0, 0].text(3, 1.9, "training", color="C0")
panels[0, 0].text(3, 1.3, "validation", color="C1")
panels[2, 0].set(xlabel="epoch", ylabel="loss")
panels[2, 1].set(xlabel="epoch")
figure.tight_layout()
figure.savefig("curves.svg")
# --8<-- [end:figure-curves]
