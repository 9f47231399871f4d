"""Train on real digits, then leave out or move lines of the loop and see the effect."""

# --8<-- [start:data]
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
generator = torch.Generator().manual_seed(0)
order = torch.randperm(len(images), generator=generator)
train_set = TensorDataset(images[order[:1536]], labels[order[:1536]])
held_out_set = TensorDataset(images[order[1536:]], labels[order[1536:]])
train_loader = DataLoader(train_set, batch_size=64, shuffle=True, generator=generator)
print(images.shape, labels.shape)
print(len(train_set), "to train,", len(held_out_set), "held out")
print(len(train_loader), "batches per epoch")
torch.manual_seed(0)
# --8<-- [end:data]

# --8<-- [start:loop]
model = nn.Sequential(nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 10)).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
model.train()
for number, (inputs, targets) in enumerate(train_loader):
    inputs, targets = inputs.to(device), targets.to(device)
    optimizer.zero_grad()
    outputs = model(inputs)
    loss = F.cross_entropy(outputs, targets)
    loss.backward()
    optimizer.step()
    if number % 5 == 0:
        print(f"batch {number:2}: loss {loss.item():.3f}")
# --8<-- [end:loop]


# --8<-- [start:trace]
def make_model() -> nn.Sequential:
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 10)).to(device)


model = make_model()
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
bias = model[2].bias


def show(line: str) -> None:
    gradient = "None" if bias.grad is None else f"{bias.grad[0].item():.4f}"
    print(f"{line:12} bias[0] {bias[0].item():.4f}   bias.grad[0] {gradient}")


optimizer.zero_grad()
show("1 zero_grad")
outputs = model(inputs)
show("2 forward")
loss = F.cross_entropy(outputs, targets)
show("3 loss")
loss.backward()
show("4 backward")
optimizer.step()
show("5 step")
# --8<-- [end:trace]

# --8<-- [start:run]
from collections.abc import Callable

batches = []
for _ in range(2):
    for inputs, targets in train_loader:
        batches.append((inputs.to(device), targets.to(device)))
held_out_images = held_out_set.tensors[0].to(device)
held_out_labels = held_out_set.tensors[1].to(device)


def run(
    step: Callable, optimizer_class: type = torch.optim.SGD, lr: float = 0.5, **options
) -> tuple:
    model = make_model()
    optimizer = optimizer_class(model.parameters(), lr=lr, **options)
    losses, norms = [], []
    for inputs, targets in batches:
        losses.append(step(model, optimizer, inputs, targets).item())
        gradients = [p.grad for p in model.parameters() if p.grad is not None]
        norms.append(nn.utils.get_total_norm(gradients).item())
    return model, losses, norms


def difference(left: nn.Module, right: nn.Module) -> float:
    pairs = zip(left.parameters(), right.parameters())
    return max((a - b).abs().max().item() for a, b in pairs)


def report(name: str, model: nn.Module) -> None:
    with torch.no_grad():
        outputs = model(held_out_images)
    loss = F.cross_entropy(outputs, held_out_labels).item()
    accuracy = (outputs.argmax(dim=1) == held_out_labels).float().mean().item()
    print(f"{name:18} held-out loss {loss:.3f}   accuracy {accuracy:.2f}")


# --8<-- [end:run]


# --8<-- [start:complete]
def complete(model, optimizer, inputs, targets):
    optimizer.zero_grad()
    outputs = model(inputs)
    loss = F.cross_entropy(outputs, targets)
    loss.backward()
    optimizer.step()
    return loss


right_model, right_losses, right_norms = run(complete)
report("untrained", make_model())
report("complete", right_model)
# --8<-- [end:complete]


# --8<-- [start:no-backward]
def no_backward(model, optimizer, inputs, targets):
    optimizer.zero_grad()
    outputs = model(inputs)
    loss = F.cross_entropy(outputs, targets)
    optimizer.step()
    return loss


model, flat_losses, norms = run(no_backward)
report("no backward", model)
print(f"largest move of a weight: {difference(model, make_model()):.2g}")
print("gradients:", [parameter.grad for parameter in model.parameters()])
# --8<-- [end:no-backward]


# --8<-- [start:no-step]
def no_step(model, optimizer, inputs, targets):
    optimizer.zero_grad()
    outputs = model(inputs)
    loss = F.cross_entropy(outputs, targets)
    loss.backward()
    return loss


model, losses, norms = run(no_step)
report("no step", model)
print(f"largest move of a weight: {difference(model, make_model()):.2g}")
print(f"gradient norm of the first batch: {norms[0]:.4f}")
apart = max(abs(a - b) for a, b in zip(losses, flat_losses))
print(f"largest difference to the losses without backward: {apart:.2g}")
# --8<-- [end:no-step]


# --8<-- [start:zero-before-step]
def zero_before_step(model, optimizer, inputs, targets):
    outputs = model(inputs)
    loss = F.cross_entropy(outputs, targets)
    loss.backward()
    optimizer.zero_grad()
    optimizer.step()
    return loss


model, losses, norms = run(zero_before_step)
report("zero before step", model)
report("complete", right_model)
print(f"largest move of a weight: {difference(model, make_model()):.2g}")
apart = max(abs(a - b) for a, b in zip(losses, flat_losses))
print(f"largest difference to the losses without backward: {apart:.2g}")
# --8<-- [end:zero-before-step]


# --8<-- [start:no-zero]
def no_zero_grad(model, optimizer, inputs, targets):
    outputs = model(inputs)
    loss = F.cross_entropy(outputs, targets)
    loss.backward()
    optimizer.step()
    return loss


added_model, added_losses, added_norms = run(no_zero_grad)
report("no zero_grad", added_model)
report("complete", right_model)
print("step   gradient norm, complete   gradient norm, no zero_grad")
for number in (0, 1, 2, 4, 8, 16):
    print(f"{number:4}   {right_norms[number]:23.3f}   {added_norms[number]:27.3f}")
# --8<-- [end:no-zero]

# --8<-- [start:momentum]
model, losses, norms = run(complete, momentum=1.0)
print(f"largest difference to no zero_grad: {difference(model, added_model):.2g}")
# --8<-- [end:momentum]

# --8<-- [start:no-zero-optimizers]
print("mean loss of the last 12 batches    complete   no zero_grad")
for optimizer_class, lr in [
    (torch.optim.SGD, 0.02),
    (torch.optim.SGD, 0.1),
    (torch.optim.SGD, 0.5),
    (torch.optim.AdamW, 0.001),
    (torch.optim.AdamW, 0.01),
]:
    row = f"{optimizer_class.__name__ + f'(lr={lr})':31}"
    for step in (complete, no_zero_grad):
        model, losses, norms = run(step, optimizer_class, lr=lr)
        row += f"{sum(losses[-12:]) / 12:13.2f}"
    print(row)
# --8<-- [end:no-zero-optimizers]


# --8<-- [start:positions]
def zero_after_forward(model, optimizer, inputs, targets):
    outputs = model(inputs)
    loss = F.cross_entropy(outputs, targets)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss


def zero_after_step(model, optimizer, inputs, targets):
    outputs = model(inputs)
    loss = F.cross_entropy(outputs, targets)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    return loss


for step in (zero_after_forward, zero_after_step, zero_before_step):
    model, losses, norms = run(step)
    print(f"{step.__name__:18} largest difference {difference(model, right_model):.2g}")
# --8<-- [end:positions]

# --8<-- [start:stale]
inputs, targets = batches[0]
for step in (complete, zero_after_forward, zero_after_step):
    model = make_model()
    F.cross_entropy(model(inputs), targets).backward()
    step(model, torch.optim.SGD(model.parameters(), lr=0.5), inputs, targets)
    fresh = make_model()
    step(fresh, torch.optim.SGD(fresh.parameters(), lr=0.5), inputs, targets)
    print(f"{step.__name__:18} largest difference {difference(model, fresh):.2g}")
# --8<-- [end:stale]

# --8<-- [start:none-or-zero]
model = make_model()
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
F.cross_entropy(model(inputs), targets).backward()
optimizer.zero_grad(set_to_none=False)
print("set_to_none=False:", model[2].bias.grad)
optimizer.zero_grad()
print("default:          ", model[2].bias.grad)
# --8<-- [end:none-or-zero]

# --8<-- [start:adamw]
for set_to_none in (True, False):
    weight = nn.Parameter(torch.ones(1, device=device))
    optimizer = torch.optim.AdamW([weight], lr=0.1, weight_decay=0.1)
    (2 * weight).sum().backward()
    optimizer.step()
    values = [weight.item()]
    for _ in range(3):
        optimizer.zero_grad(set_to_none=set_to_none)
        optimizer.step()
        values.append(weight.item())
    print(f"set_to_none={set_to_none!s:5}", " ".join(f"{v:.4f}" for v in values))
# --8<-- [end:adamw]


# --8<-- [start:modes]
def make_model_with_norm() -> nn.Sequential:
    torch.manual_seed(0)
    layers = nn.Linear(64, 32), nn.BatchNorm1d(32), nn.ReLU(), nn.Linear(32, 10)
    return nn.Sequential(*layers).to(device)


for training in (True, False):
    for gradients in (True, False):
        model = make_model_with_norm().train(training)
        with torch.set_grad_enabled(gradients):
            outputs = model(inputs)
        mode = "train()" if training else "eval()"
        mode += "" if gradients else ", no_grad"
        graph, counted = outputs.requires_grad, model[1].num_batches_tracked.item()
        print(f"{mode:16} graph: {graph!s:6} batches counted: {counted}")
# --8<-- [end:modes]

# --8<-- [start:weighted]
held_out_loader = DataLoader(held_out_set, batch_size=64)
losses, counts = [], []
right_model.eval()
with torch.no_grad():
    for inputs, targets in held_out_loader:
        inputs, targets = inputs.to(device), targets.to(device)
        losses.append(F.cross_entropy(right_model(inputs), targets).item())
        counts.append(len(targets))
    together = F.cross_entropy(right_model(held_out_images), held_out_labels).item()
right_model.train()
weighted = sum(loss * count for loss, count in zip(losses, counts)) / sum(counts)
print("batch sizes:", counts)
print(f"mean of batch means: {sum(losses) / len(losses):.3f}")
print(f"weighted by samples: {weighted:.3f}")
print(f"all samples at once: {together:.3f}")
# --8<-- [end:weighted]

# --8<-- [start:clip]
inputs, targets = batches[0]
model = make_model()
F.cross_entropy(model(inputs), targets).backward()
before = nn.utils.clip_grad_norm_(model.parameters(), max_norm=0.1)
after = nn.utils.get_total_norm([p.grad for p in model.parameters()])
print(f"norm before clipping: {before.item():.4f}, after: {after.item():.4f}")
# --8<-- [end:clip]


# --8<-- [start:clip-positions]
def clip_before_backward(model, optimizer, inputs, targets):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(inputs), targets)
    nn.utils.clip_grad_norm_(model.parameters(), max_norm=0.1)
    loss.backward()
    optimizer.step()
    return loss


def clip_before_step(model, optimizer, inputs, targets):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(inputs), targets)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), max_norm=0.1)
    optimizer.step()
    return loss


def clip_after_step(model, optimizer, inputs, targets):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(inputs), targets)
    loss.backward()
    optimizer.step()
    nn.utils.clip_grad_norm_(model.parameters(), max_norm=0.1)
    return loss


for step in (clip_before_backward, clip_before_step, clip_after_step):
    model, losses, norms = run(step)
    print(f"{step.__name__:21} largest difference {difference(model, right_model):.2g}")
# --8<-- [end:clip-positions]

# --8<-- [start:kept-loss]
model = make_model()
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
total = torch.zeros((), device=device)
try:
    for number, (inputs, targets) in enumerate(batches):
        optimizer.zero_grad()
        total = total + F.cross_entropy(model(inputs), targets)
        total.backward()
        optimizer.step()
        print(f"batch {number}: total {total.item():.3f}")
except RuntimeError as error:
    print(error)
# --8<-- [end:kept-loss]

# --8<-- [start:wrong-dtype]
try:
    F.cross_entropy(model(inputs), targets.float())
except RuntimeError as error:
    print(error)
# --8<-- [end:wrong-dtype]

# --8<-- [start:other-parameters]
for replace_first in (True, False):
    model = make_model()
    if replace_first:
        model[2] = nn.Linear(32, 10).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    if not replace_first:
        model[2] = nn.Linear(32, 10).to(device)
    for inputs, targets in batches:
        complete(model, optimizer, inputs, targets)
    report("layer replaced", model)
    known = {id(p) for group in optimizer.param_groups for p in group["params"]}
    unknown = [name for name, p in model.named_parameters() if id(p) not in known]
    print("unknown to the optimizer:", unknown)
# --8<-- [end:other-parameters]

# --8<-- [start:forgotten-train]
for training in (True, False):
    model = make_model_with_norm().train(training)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    losses = [complete(model, optimizer, *batch).item() for batch in batches]
    counted = model[1].num_batches_tracked.item()
    mode = "train()" if training else "eval()"
    fall = f"loss {losses[0]:.2f} to {losses[-1]:.2f}"
    print(f"{mode:7} {fall}, batches counted: {counted}")
# --8<-- [end:forgotten-train]


# --8<-- [start:functions]
def train_step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    inputs: torch.Tensor,
    targets: torch.Tensor,
) -> float:
    optimizer.zero_grad()
    outputs = model(inputs)
    loss = F.cross_entropy(outputs, targets)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
    optimizer.step()
    return loss.item()


@torch.inference_mode()
def evaluate(model: nn.Module, loader: DataLoader) -> tuple[float, float]:
    model.eval()
    loss, correct, count = 0.0, 0, 0
    for inputs, targets in loader:
        inputs, targets = inputs.to(device), targets.to(device)
        outputs = model(inputs)
        loss += F.cross_entropy(outputs, targets, reduction="sum").item()
        correct += (outputs.argmax(dim=1) == targets).sum().item()
        count += len(targets)
    return loss / count, correct / count


# --8<-- [end:functions]

# --8<-- [start:whole]
model = make_model()
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
for epoch in range(2):
    model.train()
    losses = []
    for inputs, targets in train_loader:
        inputs, targets = inputs.to(device), targets.to(device)
        losses.append(train_step(model, optimizer, inputs, targets))
    training_loss = sum(losses) / len(losses)
    held_out_loss, accuracy = evaluate(model, held_out_loader)
    print(f"epoch {epoch}: training {training_loss:.3f}, held out {held_out_loss:.3f}")
print(f"accuracy {accuracy:.2f}")
# --8<-- [end:whole]

# --8<-- [start:figure-losses]
import matplotlib.pyplot as plt

figure, axes = plt.subplots(figsize=(6, 3.4))
for losses, color, label, place in [
    (flat_losses, "C2", "no backward, no step,\nzero_grad before step", (1, 2.85)),
    (added_losses, "C1", "no zero_grad", (24, 3.7)),
    (right_losses, "C0", "complete", (35, 0.25)),
]:
    axes.plot(losses, color=color)
    axes.text(*place, label, color=color, va="center")
axes.set(xlim=(0, 47), ylim=(0, 4.3), xlabel="batch", ylabel="loss")
figure.savefig("losses.svg")
# --8<-- [end:figure-losses]
