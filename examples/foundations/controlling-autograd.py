"""Decide what autograd records, what it keeps and what a gradient may reach."""

# --8<-- [start:first]
import torch

a = torch.tensor(2.0, requires_grad=True)
b = torch.tensor(3.0, requires_grad=True)
with torch.no_grad():
    print((a * b).requires_grad)

y = a.detach() * b
y.backward()
print(a.grad, b.grad)
# --8<-- [end:first]


# --8<-- [start:cuts]
def gradients(cut: str) -> list[float | None]:
    a, b, c = (torch.tensor(value, requires_grad=True) for value in (2.0, 3.0, 5.0))
    if cut == "b frozen":
        b.requires_grad_(False)
    first = a * 1.0
    if cut == "first detached":
        first = first.detach()
    with torch.set_grad_enabled(cut != "b * first under no_grad"):
        second = b * first
    (c * second).backward()
    return [None if weight.grad is None else weight.grad.item() for weight in (a, b, c)]


cuts = ("nothing", "b frozen", "first detached", "b * first under no_grad")
for cut in cuts:
    print(f"{cut:24}", *(f"{gradient!s:5}" for gradient in gradients(cut)))
# --8<-- [end:cuts]

# --8<-- [start:results]
from torch import nn

x = torch.ones(3, requires_grad=True)
recorded = 2 * x
with torch.no_grad():
    unrecorded = 2 * x
    weight = nn.Parameter(torch.ones(3))
with torch.inference_mode():
    inference = 2 * x
detached = recorded.detach()
tensors = {
    "recorded": recorded,
    "detached": detached,
    "unrecorded": unrecorded,
    "inference": inference,
    "weight": weight,
}
for name, tensor in tensors.items():
    needs = tensor.requires_grad
    print(f"{name:10} requires_grad {needs!s:6} inference {tensor.is_inference()}")
# --8<-- [end:results]

# --8<-- [start:kept]
from collections.abc import Callable

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")


def make_blocks(number: int) -> nn.Sequential:
    torch.manual_seed(0)
    blocks = [nn.Sequential(nn.Linear(64, 64), nn.GELU()) for _ in range(number)]
    return nn.Sequential(*blocks).to(device)


blocks = make_blocks(8)
weights = {p.untyped_storage().data_ptr(): p.nbytes for p in blocks.parameters()}


def kept_bytes(forward: Callable, inputs: torch.Tensor) -> int:
    kept = {}

    def pack(tensor: torch.Tensor) -> torch.Tensor:
        storage = tensor.untyped_storage()
        if storage.data_ptr() not in weights:
            kept[storage.data_ptr()] = storage.nbytes()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        forward(inputs)
    return sum(kept.values())


inputs = torch.randn(256, 64, generator=torch.Generator().manual_seed(1)).to(device)
bytes_kept = {"recorded": kept_bytes(blocks, inputs)}
with torch.no_grad():
    bytes_kept["no_grad"] = kept_bytes(blocks, inputs)
with torch.inference_mode():
    bytes_kept["inference_mode"] = kept_bytes(blocks, inputs)
for name, size in bytes_kept.items():
    print(f"{name:15}{size:>10,}")
# --8<-- [end:kept]

# --8<-- [start:share]
for rows in (4, 32, 256):
    size = kept_bytes(blocks, inputs[:rows].clone())
    share = size / sum(weights.values())
    print(f"{rows:3} rows: {size:>9,} bytes kept, {share:.2f} times the weights")
# --8<-- [end:share]

# --8<-- [start:checkpoint]
from torch.utils.checkpoint import checkpoint


def with_checkpoints(hidden: torch.Tensor) -> torch.Tensor:
    for block in blocks:
        hidden = checkpoint(block, hidden, use_reentrant=False)
    return hidden


bytes_kept["checkpoint"] = kept_bytes(with_checkpoints, inputs)
print(f"{bytes_kept['checkpoint']:,}")

plain = torch.autograd.grad(blocks(inputs).sum(), list(blocks.parameters()))
again = torch.autograd.grad(with_checkpoints(inputs).sum(), list(blocks.parameters()))
largest = max(gradient.abs().max() for gradient in plain)
away = max((p - a).abs().max() for p, a in zip(plain, again))
print(f"without: up to {largest:.0f}, with: away from that by up to {away:.4f}")
# --8<-- [end:checkpoint]

# --8<-- [start:flops]
from torch.utils.flop_counter import FlopCounterMode

for name, forward in (("recorded", blocks), ("checkpoint", with_checkpoints)):
    with FlopCounterMode(display=False) as counter:
        total = forward(inputs).sum()
        forward_flops = counter.get_total_flops()
        total.backward()
    ratio = counter.get_total_flops() / forward_flops
    print(f"{name:10} forward {forward_flops:,}, with backward {ratio:.2f} times that")
blocks.zero_grad()
# --8<-- [end:flops]

# --8<-- [start:eval]
blocks.eval()
print(blocks(inputs).requires_grad)


@torch.inference_mode()
def predict(model: nn.Module, inputs: torch.Tensor) -> torch.Tensor:
    return model(inputs).argmax(dim=-1)


print(predict(blocks, inputs).shape, torch.is_grad_enabled())
# --8<-- [end:eval]

# --8<-- [start:update]
weight = torch.tensor([1.0, -2.0], requires_grad=True)
(gradient,) = torch.autograd.grad((weight**2).sum(), weight)
with torch.no_grad():
    weight -= 0.1 * gradient
print(weight)
# --8<-- [end:update]

# --8<-- [start:decay]
with torch.no_grad():
    weight *= 1 - 0.1 * 0.5
print(weight)
# --8<-- [end:decay]

# --8<-- [start:teacher]
torch.manual_seed(0)
student, teacher = nn.Linear(3, 1).to(device), nn.Linear(3, 1).to(device)
sample = torch.ones(1, 3, device=device)
for constant in (False, True):
    target = teacher(sample).detach() if constant else teacher(sample)
    ((student(sample) - target) ** 2).sum().backward()
    gradient = teacher.weight.grad
    print(f"target detached: {constant!s:6} gradient in the teacher: {gradient}")
    student.zero_grad()
    teacher.zero_grad()
# --8<-- [end:teacher]

# --8<-- [start:shared]
x = torch.tensor([1.0, 2.0], requires_grad=True)
constant = x.detach()
constant[0] = 100.0
print(x)
copy = x.detach().clone()
copy[1] = 100.0
print(x)
# --8<-- [end:shared]

# --8<-- [start:freeze]
from torch.nn import functional as F

generator = torch.Generator().manual_seed(0)
inputs = torch.randn(32, 4, generator=generator).to(device)
targets = torch.randint(3, (32,), generator=generator).to(device)


def make_model() -> nn.Sequential:
    torch.manual_seed(0)
    layers = nn.Linear(4, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 3)
    return nn.Sequential(*layers).to(device)


def train(
    model: nn.Module, optimizer: torch.optim.Optimizer, set_to_none: bool = True
) -> None:
    for _ in range(3):
        optimizer.zero_grad(set_to_none=set_to_none)
        outputs = model(inputs)
        loss = F.cross_entropy(outputs, targets)
        loss.backward()
        optimizer.step()


def snapshot(model: nn.Module) -> dict[str, torch.Tensor]:
    return {name: tensor.clone() for name, tensor in model.state_dict().items()}


def moved(model: nn.Module, before: dict[str, torch.Tensor]) -> list[str]:
    now = model.state_dict()
    return [name for name in now if not torch.equal(now[name], before[name])]


model = make_model()
model[0].requires_grad_(False)
model[1].requires_grad_(False)
before = snapshot(model)
trainable = [parameter for parameter in model.parameters() if parameter.requires_grad]
train(model, torch.optim.SGD(trainable, lr=0.1, momentum=0.9))
print(moved(model, before))
# --8<-- [end:freeze]

# --8<-- [start:freeze-norm]
before = snapshot(model)
model[1].eval()
train(model, torch.optim.SGD(trainable, lr=0.1, momentum=0.9))
print(moved(model, before))
# --8<-- [end:freeze-norm]

# --8<-- [start:parts]
model = nn.Linear(4, 3).to(device)
loss = F.cross_entropy(model(inputs[:10]), targets[:10])
(whole,) = torch.autograd.grad(loss, model.weight)
parts = [slice(0, 4), slice(4, 8), slice(8, 10)]
for reduction, divisor in (("mean", 3), ("sum", 10)):
    model.zero_grad()
    for part in parts:
        loss = F.cross_entropy(model(inputs[part]), targets[part], reduction=reduction)
        (loss / divisor).backward()
    away = (model.weight.grad - whole).abs().max()
    print(f"{reduction:4} / {divisor:2}: away from it by up to {away:.4f}")
# --8<-- [end:parts]

# --8<-- [start:hooks]
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
hidden = x**2
handle = hidden.register_hook(lambda gradient: gradient.clamp(-5, 5))
(hidden**2).sum().backward()
print(x.grad)

handle.remove()
x.grad = None
hidden = x**2
hidden.register_hook(lambda gradient: print("arrives at hidden:", gradient))
(hidden**2).sum().backward()
# --8<-- [end:hooks]

# --8<-- [start:per-sample]
from torch.func import grad, vmap


def squared_error(
    weight: torch.Tensor, sample: torch.Tensor, target: torch.Tensor
) -> torch.Tensor:
    return (sample @ weight - target) ** 2


weight = torch.tensor([1.0, 2.0])
samples = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
print(vmap(grad(squared_error), in_dims=(None, 0, 0))(weight, samples, torch.zeros(3)))
# --8<-- [end:per-sample]

# --8<-- [start:versions]
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
for function in (torch.sin, torch.exp):
    y = function(x)
    y.add_(1)
    try:
        y.sum().backward()
        print(f"{function.__name__}: works, version {y._version}")
    except RuntimeError as error:
        print(f"{function.__name__}: {str(error).split(' Hint')[0]}")
# --8<-- [end:versions]

# --8<-- [start:named]
y = 2 * x
square = y**2
y += 1
try:
    square.sum().backward()
except RuntimeError as error:
    print(str(error).split(": ")[1].removesuffix(" Hint"))
# --8<-- [end:named]

# --8<-- [start:out-of-place]
x.grad = None
y = torch.exp(x) + 1
y.sum().backward()
print(x.grad)
print(torch.exp(x.detach()))
# --8<-- [end:out-of-place]

# --8<-- [start:leaf]
weight = torch.tensor([1.0, -2.0], requires_grad=True)
try:
    weight -= 0.1
except RuntimeError as error:
    print(error)
# --8<-- [end:leaf]

# --8<-- [start:inference-tensor]
with torch.inference_mode():
    features = torch.tensor([3.0, 4.0])
try:
    weight * features
except RuntimeError as error:
    print(str(error).split(" Please")[0])
print((weight + features).requires_grad)
(weight * features.clone()).sum().backward()
print(weight.grad)
# --8<-- [end:inference-tensor]


# --8<-- [start:inference-cache]
class Scaled(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3))
        self.table: torch.Tensor | None = None

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.table is None:
            self.table = torch.arange(3.0)
        return x + self.weight * self.table


scaled = Scaled()
with torch.inference_mode():
    scaled(torch.zeros(3))
try:
    scaled(torch.zeros(3))
except RuntimeError as error:
    print(str(error).split(".")[0])
# --8<-- [end:inference-cache]

# --8<-- [start:data]
x = torch.tensor([0.0, 1.0, 2.0], requires_grad=True)
y = torch.exp(x)
y.data.add_(1)
y.sum().backward()
print("wrong:", x.grad)
print("right:", torch.exp(x.detach()))
# --8<-- [end:data]

# --8<-- [start:frozen-moves]
for set_to_none, settings in (
    (True, {"momentum": 0.9, "weight_decay": 0.1}),
    (False, {"momentum": 0.9}),
    (False, {"weight_decay": 0.1}),
    (False, {}),
):
    model = make_model()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, **settings)
    train(model, optimizer, set_to_none)
    model[0].requires_grad_(False)
    before = snapshot(model)
    train(model, optimizer, set_to_none)
    away = (model[0].weight - before["0.weight"]).abs().max()
    given = f"set_to_none={set_to_none!s:5} {' and '.join(settings) or 'plain':25}"
    print(f"{given} frozen weight moved by up to {away:.3f}")
# --8<-- [end:frozen-moves]

# --8<-- [start:growing]
import weakref


class Kept:
    def __init__(self, tensor: torch.Tensor) -> None:
        self.tensor = tensor


def growth(keep: Callable[[torch.Tensor], object], backward: bool) -> list[str]:
    model, alive, results, sizes = make_blocks(2), weakref.WeakSet(), [], []

    def pack(tensor: torch.Tensor) -> Kept:
        kept = Kept(tensor)
        alive.add(kept)
        return kept

    batch = torch.ones(16, 64, device=device)
    for _ in range(3):
        with torch.autograd.graph.saved_tensors_hooks(pack, lambda kept: kept.tensor):
            loss = model(batch).mean()
        if backward:
            loss.backward()
        results.append(keep(loss))
        del loss
        sizes.append(f"{len(alive):3}")
    return sizes


print("append(loss), no backward:       ", *growth(lambda loss: loss, backward=False))
print("append(loss.item()), no backward:", *growth(torch.Tensor.item, backward=False))
print("append(loss), after backward:    ", *growth(lambda loss: loss, backward=True))
# --8<-- [end:growing]

# --8<-- [start:figure-cuts]
import matplotlib.pyplot as plt

figure, axes = plt.subplots(figsize=(5.4, 4.3))
for row, cut in enumerate(cuts):
    height = -1.4 * row
    axes.text(-0.3, height + 0.58, cut, va="center")
    for place, (name, gradient) in enumerate(zip("abc", gradients(cut))):
        color = "C2" if gradient is None else "C0"
        text = f"{name}.grad\n{'None' if gradient is None else f'{gradient:g}'}"
        box = {"boxstyle": "round,pad=0.4", "fill": False, "ec": color, "lw": 2}
        axes.text(place, height, text, ha="center", va="center", color=color, bbox=box)
    reached = [gradient is not None for gradient in (*gradients(cut), True)].index(True)
    arrow = {"arrowstyle": "-|>", "color": "C1", "linewidth": 2}
    for place in range(reached, 3):
        ends = (place + 0.3, height), (place + 0.7, height)
        axes.annotate("", *ends, arrowprops=arrow)
    axes.text(2.95, height, "y", ha="center", va="center")
axes.set(xlim=(-0.35, 3.05), ylim=(-4.6, 0.8))
axes.axis("off")
figure.savefig("cuts.svg")
# --8<-- [end:figure-cuts]
