"""Match loss, output and target, and see why losses want logits."""

# --8<-- [start:first]
import torch
from torch import nn
from torch.nn import functional as F

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
logits = torch.tensor([[2.0, 1.0, -1.0], [0.0, 3.0, 0.5]], device=device)
targets = torch.tensor([0, 2], device=device)
print(F.cross_entropy(logits, targets))

probabilities = torch.softmax(logits, dim=1)
print(probabilities)
each = -probabilities[[0, 1], targets].log()
print(each, each.mean())
# --8<-- [end:first]

# --8<-- [start:class-or-function]
criterion = nn.CrossEntropyLoss()
print(criterion(logits, targets))
for reduction in ("mean", "sum", "none"):
    print(reduction, F.cross_entropy(logits, targets, reduction=reduction))
# --8<-- [end:class-or-function]

# --8<-- [start:gradient]
leaf = logits.clone().requires_grad_()
F.cross_entropy(leaf, targets, reduction="sum").backward()
print(leaf.grad)
print(probabilities - F.one_hot(targets, 3))
# --8<-- [end:gradient]

# --8<-- [start:log-softmax]
log_probabilities = F.log_softmax(logits, dim=1)
print(F.nll_loss(log_probabilities, targets))
print(F.cross_entropy(log_probabilities, targets))
# --8<-- [end:log-softmax]

# --8<-- [start:stable]
large = torch.tensor([[200.0, 0.0]], device=device)
wrong_class = torch.tensor([1], device=device)
print(-torch.softmax(large, dim=1)[0, 1].log())
print(F.cross_entropy(large, wrong_class))
print(F.cross_entropy(logits.bfloat16(), targets).dtype)
# --8<-- [end:stable]

# --8<-- [start:use]
print(logits.argmax(dim=1), probabilities.argmax(dim=1))
shifted = (logits - 5).softmax(dim=1)
print(f"largest difference {(shifted - probabilities).abs().max():.4f}")
# --8<-- [end:use]

# --8<-- [start:binary]
logit = torch.tensor([3.0, -1.0, 0.5], device=device)
answer = torch.tensor([1.0, 0.0, 0.0], device=device)
print(F.binary_cross_entropy_with_logits(logit, answer, reduction="none"))
p = torch.sigmoid(logit)
print(-(answer * p.log() + (1 - answer) * (1 - p).log()))
print(logit, p)
# --8<-- [end:binary]

# --8<-- [start:two-classes]
two_logits = torch.stack([torch.zeros_like(logit), logit], dim=1)
print(F.cross_entropy(two_logits, answer.long(), reduction="none"))
# --8<-- [end:two-classes]

# --8<-- [start:multi-label]
label_logits = torch.tensor([[2.0, -1.0, 1.0], [-2.0, 0.0, -3.0]], device=device)
labels = torch.tensor([[1, 0, 1], [0, 0, 0]], device=device)
print(F.binary_cross_entropy_with_logits(label_logits, labels.float()))
# --8<-- [end:multi-label]

# --8<-- [start:regression]
values = torch.tensor([1.0, 2.0, 3.0, 4.0, 100.0], device=device)
losses = {"mse": F.mse_loss, "l1": F.l1_loss, "smooth_l1": F.smooth_l1_loss}
for name, loss in losses.items():
    row = f"{name:10}"
    for guess in (3.0, 22.0):
        leaf = torch.full_like(values, guess).requires_grad_()
        result = loss(leaf, values)
        (gradient,) = torch.autograd.grad(result, leaf)
        slope = gradient.sum().item()
        row += f"  at {guess:2.0f}: loss {result.item():7.1f} slope {slope:6.1f}"
    print(row)
# --8<-- [end:regression]

# --8<-- [start:sequence]
torch.manual_seed(0)
token_logits = torch.randn(2, 5, 3).to(device)
tokens = torch.tensor([[0, 2, 1, 1, 0], [1, 0, -100, -100, -100]], device=device)
print(F.cross_entropy(token_logits.transpose(1, 2), tokens))
print(F.cross_entropy(token_logits.flatten(0, 1), tokens.flatten()))
kept = tokens != -100
print(F.cross_entropy(token_logits[kept], tokens[kept]))
# --8<-- [end:sequence]

# --8<-- [start:ignored]
each = F.cross_entropy(token_logits.transpose(1, 2), tokens, reduction="none")
print(each[1])
print(F.cross_entropy(token_logits[1, 2:], tokens[1, 2:]))
print("over all: ", each.mean())
print("over kept:", each[kept].mean())
# --8<-- [end:ignored]

# --8<-- [start:machine-many-classes]
from torch.profiler import ProfilerActivity, profile

torch.manual_seed(0)
features = torch.randn(512, 32).to(device).requires_grad_()
head = nn.Linear(32, 8192, bias=False).to(device)
words = torch.randint(8192, (512,)).to(device)
pieces = nn.LinearCrossEntropyOptions()
losses = {
    "cross_entropy": lambda: F.cross_entropy(head(features), words),
    "linear_cross_entropy": lambda: F.linear_cross_entropy(
        features, head.weight, words
    ),
    "with options": lambda: F.linear_cross_entropy(
        features, head.weight, words, options=pieces
    ),
}
for name, loss in losses.items():
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as profiler:
        result = loss()
        result.backward()
    largest = max(event.self_cpu_memory_usage for event in profiler.events())
    print(f"{name:20} loss {result.item():.3f}, largest tensor: {largest / 1e6:.1f} MB")
# --8<-- [end:machine-many-classes]

# --8<-- [start:weights]
weight = torch.tensor([1.0, 1.0, 4.0], device=device)
each = F.cross_entropy(logits, targets, reduction="none")
print(F.cross_entropy(logits, targets, weight=weight))
print((weight[targets] * each).sum() / weight[targets].sum())
# --8<-- [end:weights]

# --8<-- [start:pos-weight]
bce = F.binary_cross_entropy_with_logits
plain = bce(logit, answer, reduction="none")
four = torch.tensor(4.0, device=device)
print(bce(logit, answer, reduction="none", pos_weight=four) / plain)
# --8<-- [end:pos-weight]

# --8<-- [start:weighted-share]
one_in_five = torch.tensor([1.0, 0.0, 0.0, 0.0, 0.0], device=device)
for weight in (None, four):
    guess = nn.Parameter(torch.zeros((), device=device))
    optimizer = torch.optim.SGD([guess], lr=1.0)
    for _ in range(50):
        optimizer.zero_grad()
        bce(guess.expand(5), one_in_five, pos_weight=weight).backward()
        optimizer.step()
    name = "plain" if weight is None else "pos_weight=4"
    print(f"{name:13} probability {guess.sigmoid().item():.2f}")
# --8<-- [end:weighted-share]

# --8<-- [start:smoothing]
soft = 0.9 * F.one_hot(targets, 3) + 0.1 / 3
print(soft)
print(F.cross_entropy(logits, targets, label_smoothing=0.1))
print(F.cross_entropy(logits, soft))
# --8<-- [end:smoothing]

# --8<-- [start:weighted-smoothing]
weight = torch.tensor([1.0, 1.0, 4.0], device=device)
print(F.cross_entropy(logits, targets, weight=weight, label_smoothing=0.1))
print(F.cross_entropy(logits, soft, weight=weight))
each = F.cross_entropy(logits, soft, weight=weight, reduction="none")
print(each.sum() / 2, each.sum() / weight[targets].sum())
try:
    F.cross_entropy(logits, soft, ignore_index=0)
except RuntimeError as error:
    print(error)
# --8<-- [end:weighted-smoothing]

# --8<-- [start:ctc]
uniform = torch.zeros(3, 1, 3).log_softmax(dim=2)
a_b = torch.tensor([[1, 2]])
lengths = {"input_lengths": (3,), "target_lengths": (2,)}
print(F.ctc_loss(uniform, a_b, **lengths, reduction="sum"))
print(-torch.tensor(5 / 27).log())
print(F.ctc_loss(uniform, a_b, **lengths))

four_letters = torch.tensor([[1, 2, 1, 2]])
lengths = {"input_lengths": (3,), "target_lengths": (4,)}
for zero in (False, True):
    print(F.ctc_loss(uniform, four_letters, **lengths, zero_infinity=zero))
# --8<-- [end:ctc]

# --8<-- [start:errors]
z = torch.zeros(2, 3)
classes = torch.tensor([0, 1])
p = torch.tensor([1.5, 0.5])
answers = torch.tensor([1, 0])
for call in (
    lambda: F.cross_entropy(z, classes.float()),
    lambda: F.cross_entropy(z, classes.unsqueeze(1)),
    lambda: F.cross_entropy(z, classes + 2),
    lambda: F.cross_entropy(z.expand(5, 2, 3), torch.zeros(5, 2, dtype=torch.int64)),
    lambda: F.binary_cross_entropy_with_logits(z[:, :1], answers.float()),
    lambda: F.binary_cross_entropy_with_logits(z[:, 0], answers),
    lambda: F.binary_cross_entropy(p, answers.float()),
):
    try:
        call()
    except (RuntimeError, IndexError, ValueError) as error:
        print(f"{type(error).__name__}: {error}")
# --8<-- [end:errors]

# --8<-- [start:double-softmax]
perfect = torch.zeros(1, 10, device=device)
perfect[0, 0] = 1.0
first_class = torch.tensor([0], device=device)
lowest = F.cross_entropy(perfect, first_class).item()
print(f"lowest loss for 10 classes: {lowest:.4f}")
print("right logit      with logits    softmax twice")
for size in (0.0, 2.0, 5.0, 10.0):
    row = f"{size:11}"
    for function in (lambda z: z, lambda z: z.softmax(dim=1)):
        leaf = (size * perfect).requires_grad_()
        loss = F.cross_entropy(function(leaf), first_class)
        (gradient,) = torch.autograd.grad(loss, leaf)
        row += f"  {loss.item():6.3f} {gradient[0, 0].item():7.4f}"
    print(row)
# --8<-- [end:double-softmax]

# --8<-- [start:double-softmax-training]
import gzip
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "data/fashion-mnist-subset"


def read(name: str, header: int) -> torch.Tensor:
    content = gzip.decompress((FOLDER / f"train-{name}-ubyte.gz").read_bytes())
    return torch.frombuffer(bytearray(content), dtype=torch.uint8, offset=header)


images = (read("images-idx3", 16).reshape(-1, 784) / 255).to(device)
kinds = read("labels-idx1", 8).long().to(device)


def train(steps: int, softmax: bool) -> tuple[list[float], float]:
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(784, 32), nn.ReLU(), nn.Linear(32, 10)).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        outputs = model(images)
        loss = F.cross_entropy(outputs.softmax(dim=1) if softmax else outputs, kinds)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses, (outputs.argmax(dim=1) == kinds).float().mean().item()


curves = {}
for name in ("logits", "softmax"):
    curves[name], accuracy = train(40, softmax=name == "softmax")
    first, last = curves[name][0], curves[name][-1]
    print(f"{name:8} loss {first:.2f} to {last:.2f}   accuracy {accuracy:.2f}")
# --8<-- [end:double-softmax-training]

# --8<-- [start:double-sigmoid]
no = torch.zeros(1, device=device)
sure = torch.tensor([20.0], device=device, requires_grad=True)
for name, loss in [
    ("sigmoid twice", F.binary_cross_entropy_with_logits(torch.sigmoid(sure), no)),
    ("BCELoss", F.binary_cross_entropy(torch.sigmoid(sure), no)),
    ("with logits", F.binary_cross_entropy_with_logits(sure, no)),
]:
    (gradient,) = torch.autograd.grad(loss, sure)
    print(f"{name:13} loss {loss.item():8.4f}   gradient {gradient.item():.4f}")
# --8<-- [end:double-sigmoid]

# --8<-- [start:broadcast]
import warnings

x = torch.linspace(-1, 1, 20, device=device).unsqueeze(1)
y = (2 * x + 1).squeeze(1)
for name, squeeze in [("(20, 1) against (20,)", False), ("(20,) against (20,)", True)]:
    torch.manual_seed(0)
    line = nn.Linear(1, 1).to(device)
    optimizer = torch.optim.SGD(line.parameters(), lr=0.5)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(40):
            optimizer.zero_grad()
            outputs = line(x)
            loss = F.mse_loss(outputs.squeeze(1) if squeeze else outputs, y)
            loss.backward()
            optimizer.step()
    low, high = outputs.min().item(), outputs.max().item()
    print(f"{name}: loss {loss.item():.2f}, predictions from {low:.2f} to {high:.2f}")
    if caught:
        print(str(caught[0].message).split(". ")[0])
# --8<-- [end:broadcast]

# --8<-- [start:wrong-axis]
torch.manual_seed(0)
square_logits = torch.randn(2, 3, 3).to(device)
square_tokens = torch.tensor([[0, 2, 1], [1, 0, 2]], device=device)
print("classes last: ", F.cross_entropy(square_logits, square_tokens))
print("classes moved:", F.cross_entropy(square_logits.transpose(1, 2), square_tokens))
merged, all_tokens = square_logits.flatten(0, 1), square_tokens.flatten()
print("merged:       ", F.cross_entropy(merged, all_tokens))
# --8<-- [end:wrong-axis]

# --8<-- [start:no-dim]
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    guessed = F.softmax(square_logits)
print(str(caught[0].message).split(". ")[0])
print("sums over the classes:", guessed[0].sum(dim=1))
print("sums over the batch:  ", guessed.sum(dim=0)[0])
# --8<-- [end:no-dim]

# --8<-- [start:figure-logit]
import matplotlib.pyplot as plt

steps = torch.linspace(-8, 8, 33)
nine = torch.zeros(len(steps), 9)
grid = torch.cat([steps.unsqueeze(1), nine], dim=1)
figure, panels = plt.subplots(1, 2, figsize=(7.2, 3), sharex=True)
for label, place, target, transform, color in [
    ("right class", (-6, 9.5), 0, lambda z: z, "C0"),
    ("wrong class", (-0.8, 7.6), 1, lambda z: z, "C1"),
    ("softmax twice", (-7.8, 0.6), 0, lambda z: z.softmax(dim=1), "C2"),
]:
    leaf = grid.clone().requires_grad_()
    wanted = torch.full((len(steps),), target)
    loss = F.cross_entropy(transform(leaf), wanted, reduction="none")
    (gradient,) = torch.autograd.grad(loss.sum(), leaf)
    panels[0].plot(steps, loss.detach(), color=color)
    panels[0].text(*place, label, color=color, ha="left")
    panels[1].plot(steps, gradient[:, 0], color=color)
panels[0].set(title="loss", xlabel="logit")
panels[1].set(title="gradient", xlabel="logit")
figure.savefig("logit.svg")
# --8<-- [end:figure-logit]

# --8<-- [start:figure-training]
figure, axes = plt.subplots(figsize=(6, 3))
axes.plot(curves["logits"], color="C0")
axes.plot(curves["softmax"], color="C2")
axes.axhline(lowest, color="C1", linestyle="--")
axes.text(39, 0.95, "logits", color="C0", ha="right", va="top")
axes.text(39, 2.3, "softmax twice", color="C2", ha="right", va="bottom")
axes.text(1, 1.42, "lowest after two", color="C1", va="top")
axes.set(xlabel="step", ylabel="loss", ylim=(0, 2.6))
figure.savefig("training.svg")
# --8<-- [end:figure-training]
