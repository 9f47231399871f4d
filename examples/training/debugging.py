"""Check a training along its pipeline, and see which check finds which of six bugs."""

# --8<-- [start:data]
import torch
from sklearn.datasets import load_digits

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
digits = load_digits()
generator = torch.Generator().manual_seed(0)
order = torch.randperm(len(digits.target), generator=generator)
images = (torch.tensor(digits.data, dtype=torch.float32) / 16)[order].to(device)
labels = torch.tensor(digits.target)[order].to(device)
train_images, train_labels = images[:1536], labels[:1536]
held_out_images, held_out_labels = images[1536:], labels[1536:]
# --8<-- [end:data]

# --8<-- [start:recipe]
from collections.abc import Callable
from dataclasses import dataclass

from torch import nn
from torch.nn import functional as F


@dataclass
class Recipe:
    loss_function: Callable = F.cross_entropy
    labels: torch.Tensor = train_labels
    lr: float = 0.2
    frozen: bool = False
    training: bool = True

    def build(self) -> tuple[nn.Sequential, torch.optim.Optimizer]:
        torch.manual_seed(0)
        hidden = nn.Linear(64, 32, bias=False), nn.BatchNorm1d(32), nn.ReLU()
        model = nn.Sequential(*hidden, nn.Linear(32, 10))
        model = model.to(device).train(self.training)
        model[0].requires_grad_(not self.frozen)
        return model, torch.optim.SGD(model.parameters(), lr=self.lr)

    def step(
        self,
        model: nn.Module,
        optimizer: torch.optim.Optimizer,
        rows: torch.Tensor | slice,
    ) -> float:
        optimizer.zero_grad()
        outputs = model(train_images[rows])
        loss = self.loss_function(outputs, self.labels[rows])
        loss.backward()
        optimizer.step()
        return loss.item()


def train(recipe: Recipe) -> tuple[nn.Sequential, list[float]]:
    model, optimizer = recipe.build()
    generators = torch.Generator().manual_seed(0), torch.Generator().manual_seed(1)
    epochs = [torch.randperm(1536, generator=generator) for generator in generators]
    batches = torch.cat(epochs).to(device).split(64)
    return model, [recipe.step(model, optimizer, rows) for rows in batches]


def accuracy(model: nn.Module) -> float:
    model.eval()
    with torch.no_grad():
        predictions = model(held_out_images).argmax(dim=1)
    return (predictions == held_out_labels).float().mean().item()


# --8<-- [end:recipe]


# --8<-- [start:healthy]
healthy = Recipe()
model, losses = train(healthy)
result = f"held-out accuracy {accuracy(model):.2f}"
print(f"loss {losses[0]:.2f} to {losses[-1]:.2f}, {result}")
# --8<-- [end:healthy]


# --8<-- [start:bugs]
def softmax_twice(outputs: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    return F.cross_entropy(outputs.softmax(dim=1), targets)


def wrong_axis(outputs: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    return F.nll_loss(outputs.log_softmax(dim=0), targets)


recipes = {
    "healthy": healthy,
    "softmax twice": Recipe(loss_function=softmax_twice),
    "wrong axis": Recipe(loss_function=wrong_axis),
    "frozen layer": Recipe(frozen=True),
    "labels misaligned": Recipe(labels=train_labels.roll(1)),
    "lr times 1000": Recipe(lr=200.0),
    "no train()": Recipe(training=False),
}
runs = {name: train(recipe) for name, recipe in recipes.items()}
results = {name: accuracy(model) for name, (model, losses) in runs.items()}
for name, (_, losses) in runs.items():
    loss = f"{losses[0]:.1f} to {sum(losses[-8:]) / 8:.2g}"
    print(f"{name:18} loss {loss:14} held-out accuracy {results[name]:.2f}")
# --8<-- [end:bugs]


# --8<-- [start:look]
def look(inputs: torch.Tensor, targets: torch.Tensor) -> None:
    print(tuple(inputs.shape), inputs.dtype, tuple(targets.shape), targets.dtype)
    print(f"from {inputs.min():.2f} to {inputs.max():.2f}, mean {inputs.mean():.2f}")
    print("per class:", targets.bincount(minlength=10).tolist())
    print("".join(f"label {target:<6}" for target in targets[:5].tolist()))
    for line in inputs[:5].reshape(5, 8, 8).transpose(0, 1).tolist():
        parts = ["".join(" .+#"[min(int(4 * p), 3)] for p in part) for part in line]
        print("    ".join(parts).rstrip())


look(train_images[:64], healthy.labels[:64])
# --8<-- [end:look]

# --8<-- [start:look-misaligned]
look(train_images[:64], recipes["labels misaligned"].labels[:64])
# --8<-- [end:look-misaligned]

# --8<-- [start:shapes]
model, optimizer = healthy.build()
outputs = train_images[:64]
for module in model:
    outputs = module(outputs)
    print(f"{type(module).__name__:12} {tuple(outputs.shape)}")
print("targets     ", tuple(train_labels[:64].shape))
# --8<-- [end:shapes]

# --8<-- [start:first-loss]
import math

first_batch = slice(0, 64)
first_losses = {}
for name, recipe in recipes.items():
    model, optimizer = recipe.build()
    with torch.no_grad():
        outputs, targets = model(train_images[first_batch]), recipe.labels[first_batch]
        first_losses[name] = recipe.loss_function(outputs, targets).item()
    print(f"{name:18} {first_losses[name]:.4f}")
print(f"log(10) {math.log(10):.4f}, log(64) {math.log(64):.4f}")
# --8<-- [end:first-loss]

# --8<-- [start:large-weights]
model, optimizer = healthy.build()
with torch.no_grad():
    model[3].weight.mul_(20)
    loss = F.cross_entropy(model(train_images[:64]), train_labels[:64])
first_losses["weights times 20"] = loss.item()
print(f"{loss.item():.4f}")
# --8<-- [end:large-weights]


# --8<-- [start:mixing]
def images_in_the_loss(recipe: Recipe) -> int:
    model, _ = recipe.build()
    inputs = train_images[:64].clone().requires_grad_()
    targets = train_labels[:64].clone()
    targets[:-1] = -100
    loss = recipe.loss_function(model.eval()(inputs), targets)
    (gradient,) = torch.autograd.grad(loss, inputs)
    return gradient.flatten(1).any(dim=1).sum().item()


for name in ("healthy", "softmax twice", "wrong axis"):
    count = images_in_the_loss(recipes[name])
    print(f"{name:14} images that the loss of the last depends on: {count:2}")
# --8<-- [end:mixing]


# --8<-- [start:one-step]
def one_step(recipe: Recipe) -> list[str]:
    model, optimizer = recipe.build()
    before = {name: p.detach().clone() for name, p in model.named_parameters()}
    recipe.step(model, optimizer, first_batch)
    stays = []
    for name, parameter in model.named_parameters():
        change = (parameter.detach() - before[name]).norm()
        gradient = "None" if parameter.grad is None else f"{parameter.grad.norm():.4f}"
        if name.endswith("weight"):
            ratio = change / before[name].norm()
            print(f"{name:9} gradient {gradient:7} change/weight {ratio:.4f}")
        if not change.item() > 0:
            stays.append(name)
    return stays


for name in ("healthy", "frozen layer", "lr times 1000"):
    print(f"{name}")
    print("parameters that stay:", one_step(recipes[name]))
# --8<-- [end:one-step]

# --8<-- [start:modes]
for name in ("healthy", "no train()"):
    model, optimizer = recipes[name].build()
    recipes[name].step(model, optimizer, first_batch)
    in_training = all(module.training for module in model.modules())
    counted = model[1].num_batches_tracked.item()
    print(f"{name:11} in training mode: {in_training!s:6} batches counted: {counted}")
# --8<-- [end:modes]

# --8<-- [start:one-batch]
one_batch = {}
for name, recipe in recipes.items():
    model, optimizer = recipe.build()
    one_batch[name] = [recipe.step(model, optimizer, first_batch) for _ in range(200)]
    print(f"{name:18} lowest loss of 200 steps {min(one_batch[name]):.2f}")
# --8<-- [end:one-batch]

# --8<-- [start:baseline]
counts = train_labels.bincount(minlength=10)
shares = counts / counts.sum()
baseline_loss = F.cross_entropy(shares.log().expand(261, 10), held_out_labels).item()
baseline_accuracy = (held_out_labels == counts.argmax()).float().mean().item()
baseline = f"loss {baseline_loss:.2f}   accuracy {baseline_accuracy:.2f}"
print(f"no look at the image  {baseline}")
for name in ("healthy", "labels misaligned"):
    model, losses = runs[name]
    with torch.no_grad():
        loss = F.cross_entropy(model.eval()(held_out_images), held_out_labels).item()
    print(f"{name:21} loss {loss:.2f}   accuracy {accuracy(model):.2f}")
# --8<-- [end:baseline]


# --8<-- [start:checklist]
def alarms(name: str) -> list[str]:
    found = []
    model, optimizer = recipes[name].build()
    weights = [p for name, p in model.named_parameters() if name.endswith("weight")]
    before = [weight.detach().clone() for weight in weights]
    if not all(module.training for module in model.modules()):
        found.append("mode")
    loss = recipes[name].step(model, optimizer, first_batch)
    if not abs(loss - math.log(10)) < 0.5:
        found.append("first loss")
    if images_in_the_loss(recipes[name]) > 1:
        found.append("examples mix")
    pairs = [(new.detach(), old) for new, old in zip(weights, before)]
    changes = [((new - old).norm() / old.norm()).item() for new, old in pairs]
    if any(torch.equal(new, old) for new, old in pairs):
        found.append("weight stays")
    if not all(change < 1 for change in changes):
        found.append("weight jumps")
    if not one_batch[name][-1] < 0.1:
        found.append("one batch")
    if results[name] < 2 * baseline_accuracy:
        found.append("no better than blind")
    return found


# --8<-- [end:checklist]

# --8<-- [start:checklist-run]
for name in recipes:
    print(f"{name:18} {', '.join(alarms(name)) or '-'}")
# --8<-- [end:checklist-run]

# --8<-- [start:rates]
for lr in (0.0002, 0.002, 0.02, 0.2, 2.0):
    model, losses = train(Recipe(lr=lr))
    print(f"lr {lr:<7} mean loss of the last 8 batches {sum(losses[-8:]) / 8:.1f}")
# --8<-- [end:rates]

# --8<-- [start:metric]
model, losses = runs["healthy"]
with torch.no_grad():
    predictions = model(held_out_images).argmax(dim=1, keepdim=True)
wrong = (predictions == held_out_labels).float().mean().item()
right = (predictions.squeeze(1) == held_out_labels).float().mean().item()
print(f"column against row {wrong:.2f}, row against row {right:.2f}")
# --8<-- [end:metric]


# --8<-- [start:nan]
def distance(outputs: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    return (outputs - targets).square().sum(dim=1).sqrt().mean()


points = torch.tensor([[1.0, 2.0], [3.0, 4.0]], device=device)
outputs = points.clone().requires_grad_()
targets = points + torch.tensor([[0.0, 0.0], [3.0, 4.0]], device=device)
loss = distance(outputs, targets)
loss.backward()
gradient = [[round(number, 4) for number in row] for row in outputs.grad.tolist()]
print(f"{loss.item():.4f}", gradient)
# --8<-- [end:nan]

# --8<-- [start:anomaly]
import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    with torch.autograd.set_detect_anomaly(True):
        try:
            distance(outputs, targets).backward()
        except RuntimeError as error:
            print(error)
# --8<-- [end:anomaly]


# --8<-- [start:repair-norm]
def safe_distance(outputs: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    return torch.linalg.vector_norm(outputs - targets, dim=1).mean()


outputs.grad = None
loss = safe_distance(outputs, targets)
loss.backward()
gradient = [[round(number, 4) for number in row] for row in outputs.grad.tolist()]
print(f"{loss.item():.4f}", gradient)
# --8<-- [end:repair-norm]


# --8<-- [start:watch]
def watch(model: nn.Module) -> list:
    def look_at(name: str) -> Callable:
        def hook(module, inputs, named, output):
            parts = output if isinstance(output, tuple) else (output,)
            if not all(p.isfinite().all() for p in parts if torch.is_tensor(p)):
                given = [p for p in (*inputs, *named.values()) if torch.is_tensor(p)]
                fine = all(p.isfinite().all() for p in given)
                message = f"layer {name}: output is not finite; input finite: {fine}"
                raise ValueError(message)

        return hook

    named = model.named_modules()
    return [m.register_forward_hook(look_at(n), with_kwargs=True) for n, m in named]


model, optimizer = healthy.build()
hooks = watch(model)
with torch.no_grad():
    model.get_parameter("1.weight")[3] = float("nan")
try:
    model(train_images[:64])
except ValueError as error:
    print(error)
for hook in hooks:
    hook.remove()
# --8<-- [end:watch]

# --8<-- [start:figure-first-loss]
import matplotlib.pyplot as plt

figure, axes = plt.subplots(figsize=(6, 2.4))
gauge = ["healthy", "softmax twice", "wrong axis", "weights times 20"]
for height, name in enumerate(reversed(gauge)):
    color = "C0" if name == "healthy" else "C1"
    axes.plot(first_losses[name], height, "o", color=color)
    axes.text(first_losses[name] + 0.2, height, name, color=color, va="center")
axes.axvline(math.log(10), color="C2", linestyle="--")
axes.text(math.log(10) - 0.15, 1.5, "log 10", color="C2", ha="right", va="center")
axes.set(xlim=(0, 14), ylim=(-0.6, 3.6), yticks=[], xlabel="loss before training")
figure.savefig("first-loss.svg")
# --8<-- [end:figure-first-loss]

# --8<-- [start:figure-one-batch]
figure, grid = plt.subplots(
    2, 3, figsize=(5.8, 4.2), sharex=True, sharey=True, layout="constrained"
)
for axes, name in zip(grid.flat, list(recipes)[1:]):
    for shown, style in (("healthy", "C0-"), (name, "C1--")):
        heights = [min(loss, 5.5) for loss in one_batch[shown][:101:10]]
        axes.plot(range(0, 101, 10), heights, style)
    axes.set_title(name)
    axes.set(ylim=(-0.1, 5), xticks=(0, 50, 100), yticks=(0, 2, 4))
for axes in grid[-1]:
    axes.set_xlabel("step")
for axes in grid[:, 0]:
    axes.set_ylabel("loss")
figure.savefig("one-batch.svg")
# --8<-- [end:figure-one-batch]
