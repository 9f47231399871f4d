"""Measure activations, gradients, saturation and updates, and read a net's health."""

# --8<-- [start:data]
import gzip
import math
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional as F

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
FOLDER = Path(__file__).resolve().parents[1] / "data/fashion-mnist-subset"


def read(name: str, header: int) -> torch.Tensor:
    content = gzip.decompress((FOLDER / f"train-{name}-ubyte.gz").read_bytes())
    return torch.frombuffer(bytearray(content), dtype=torch.uint8, offset=header)


pictures = read("images-idx3", 16).reshape(-1, 1, 28, 28) / 127.5 - 1
images = F.adaptive_avg_pool2d(pictures, 8).flatten(start_dim=1).to(device)
labels = read("labels-idx1", 8).long().to(device)
generator = torch.Generator().manual_seed(0)
epochs = [torch.randperm(1536, generator=generator).to(device) for _ in range(2)]
batches = [rows for epoch in epochs for rows in epoch.split(64)]
# --8<-- [end:data]


# --8<-- [start:net]
def build(gain: float, norm: bool = False) -> nn.Sequential:
    torch.manual_seed(0)
    layers: list[nn.Module] = []
    for _ in range(5):
        linear = nn.Linear(64, 64)
        nn.init.normal_(linear.weight, std=gain / math.sqrt(64))
        nn.init.zeros_(linear.bias)
        layers += [linear, nn.LayerNorm(64), nn.Tanh()] if norm else [linear, nn.Tanh()]
    return nn.Sequential(*layers, nn.Linear(64, 10)).to(device)


nets = {"gain 0.3": 0.3, "gain 5/3": 5 / 3, "gain 5": 5.0}
# --8<-- [end:net]

# --8<-- [start:watch]
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def watch(model: nn.Module, kind: type[nn.Module]) -> Iterator[dict[str, torch.Tensor]]:
    seen: dict[str, torch.Tensor] = {}

    def hook_for(name: str):
        def hook(module: nn.Module, inputs: tuple, output: torch.Tensor) -> None:
            output.retain_grad()
            seen[name] = output

        return hook

    handles = [
        module.register_forward_hook(hook_for(name))
        for name, module in model.named_modules()
        if isinstance(module, kind)
    ]
    try:
        yield seen
    finally:
        for handle in handles:
            handle.remove()


model = build(5 / 3)
with watch(model, nn.Tanh) as seen:
    F.cross_entropy(model(images[:512]), labels[:512]).backward()
print(list(seen), tuple(seen["1"].shape), tuple(seen["1"].grad.shape))
seen.clear()
model(images[:512])
print("kept after the hooks are gone:", len(seen))
# --8<-- [end:watch]


# --8<-- [start:diagnose]
def signals(model: nn.Module) -> tuple[list[torch.Tensor], list[torch.Tensor]]:
    with watch(model, nn.Tanh) as seen:
        F.cross_entropy(model(images[:512]), labels[:512]).backward()
    outputs = list(seen.values())
    return [x.detach().cpu() for x in outputs], [x.grad.cpu() for x in outputs]


def row(values: list[float]) -> str:
    return "".join(f"{value:8.3f}" for value in values)


before_training = {name: signals(build(gain)) for name, gain in nets.items()}
saturated = {}
for name, (activations, gradients) in before_training.items():
    saturated[name] = [(a.abs() > 0.97).float().mean().item() for a in activations]
    print(f"{name:9} activation, std   {row([a.std().item() for a in activations])}")
    print(f"{'':9} saturated share   {row(saturated[name])}")
    relative = [(g.std() / gradients[-1].std()).item() for g in gradients]
    print(f"{'':9} gradient, last = 1{row(relative)}")
# --8<-- [end:diagnose]

# --8<-- [start:weight-gradients]
print("gradient of the weights, root mean square, in millionths")
for name, gain in nets.items():
    model = build(gain)
    F.cross_entropy(model(images[:512]), labels[:512]).backward()
    linears = [module for module in model if isinstance(module, nn.Linear)][:5]
    sizes = [linear.weight.grad.square().mean().sqrt().item() for linear in linears]
    print(f"{name:9}", *[f"{1e6 * size:7.0f}" for size in sizes])
# --8<-- [end:weight-gradients]


# --8<-- [start:train]
def train(
    model: nn.Sequential, lr: float = 0.1
) -> tuple[list[float], list[list[float]]]:
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    weights = [parameter for parameter in model.parameters() if parameter.ndim >= 2]
    losses, ratios = [], []
    for rows in batches:
        before = [weight.detach().clone() for weight in weights]
        optimizer.zero_grad()
        loss = F.cross_entropy(model(images[rows]), labels[rows])
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        pairs = [(new.detach(), old) for new, old in zip(weights, before)]
        ratios.append([((new - old).norm() / old.norm()).item() for new, old in pairs])
    return losses, ratios


for name, gain in nets.items():
    model = build(gain)
    losses, _ = train(model)
    first, late = losses[0], sum(losses[24:]) / 24
    print(f"{name:9} first loss {first:.2f}  mean of steps 25 to 48: {late:.1f}")
# --8<-- [end:train]

# --8<-- [start:ratios]
runs = {}
print("in thousandths, per hidden layer, first step")
for lr in (0.001, 0.03, 0.3):
    model = build(5 / 3)
    losses, runs[lr] = train(model, lr)
    thousandths = row([1000 * ratio for ratio in runs[lr][0][:5]])
    print(f"lr {lr:<6}{thousandths}  last loss {sum(losses[-8:]) / 8:.1f}")
model = build(5 / 3)
train(model, lr=3.0)
shares = [(a.abs() > 0.97).float().mean().item() for a in signals(model)[0]]
print(f"lr 3: saturated in the hidden layers {min(shares):.1f} or more")
# --8<-- [end:ratios]


# --8<-- [start:norm]
def accuracy(model: nn.Module) -> float:
    with torch.no_grad():
        right = model(images[1536:]).argmax(dim=1) == labels[1536:]
    return right.float().mean().item()


for name, gain in nets.items():
    model = build(gain, norm=True)
    share = (signals(model)[0][-1].abs() > 0.97).float().mean().item()
    losses, ratios = train(model)
    print(
        f"{name:9} saturated {share:.2f}  accuracy {accuracy(model):.1f}  "
        f"ratio of layer 2 in thousandths {1000 * ratios[0][1]:.3f}"
    )
# --8<-- [end:norm]

# --8<-- [start:errors]
model = nn.Sequential(nn.Linear(64, 64), nn.ReLU(inplace=True)).to(device)
try:
    with torch.no_grad(), watch(model, nn.Linear):
        model(images)
except RuntimeError as error:
    print(error)
handle = model[0].register_full_backward_hook(lambda module, inputs, outputs: None)
try:
    model(images)
except RuntimeError as error:
    print(str(error).split(". ")[0])
handle.remove()
# --8<-- [end:errors]

# --8<-- [start:in-place]
for inplace in (False, True):
    torch.manual_seed(0)
    layers = nn.Linear(64, 64), nn.ReLU(inplace=inplace), nn.Linear(64, 10)
    model = nn.Sequential(*layers).to(device)
    with watch(model, nn.Linear) as seen:
        F.cross_entropy(model(images), labels).backward()
    below = (seen["0"] < 0).float().mean().item()
    stopped = (seen["0"].grad == 0).float().mean().item()
    shares = f"outputs below 0: {below:.2f}  gradients that are 0: {stopped:.2f}"
    print(f"inplace={inplace!s:5}  {shares}")
# --8<-- [end:in-place]

# --8<-- [start:stays]
for remove in (True, False):
    model, kept = build(5 / 3), []

    def keep(module: nn.Module, inputs: tuple, output: torch.Tensor, kept=kept) -> None:
        kept.append(output)

    for _ in range(10):
        tanhs = [module for module in model if isinstance(module, nn.Tanh)]
        handles = [module.register_forward_hook(keep) for module in tanhs]
        model(images[:64])
        for handle in handles if remove else []:
            handle.remove()
    hooks = "removed" if remove else "left on"
    print(f"{hooks}: {len(kept)} outputs of 5 layers in 10 steps")
# --8<-- [end:stays]

# --8<-- [start:too-large]
for name, (activations, _) in before_training.items():
    slopes = [(1 - a.square()).mean().item() for a in activations]
    print(f"tanh, {name:9} mean slope{row(slopes)}")
print(f"slope where tanh is 0.97: {1 - 0.97**2:.2f}")
# --8<-- [end:too-large]

# --8<-- [start:figure-histograms]
import matplotlib.pyplot as plt

figure, panels = plt.subplots(2, 3, figsize=(7, 4.4), layout="constrained")
for column, (name, (activations, gradients)) in zip(panels.T, before_training.items()):
    unit = gradients[-1].std()
    for number, layer in enumerate((0, 4)):
        both = activations[layer], gradients[layer] / unit
        for axes, values, reach in zip(column, both, (1, 4)):
            counts = torch.histc(values, bins=15, min=-reach, max=reach)
            middles = reach * torch.arange(-14, 15, 2) / 15
            axes.plot(middles, counts / counts.max(), color=f"C{number}")
            axes.set(yticks=[], xticks=[-reach, reach])
    column[0].set(title=name)
panels[0, 0].set(ylabel="activation")
panels[1, 0].set(ylabel="gradient")
figure.legend(["layer 1", "layer 5"], ncols=2, loc="outside lower center")
figure.savefig("histograms.svg")
# --8<-- [end:figure-histograms]

# --8<-- [start:figure-health]
figure, (top, bottom) = plt.subplots(2, figsize=(4.2, 5.4), layout="constrained")
for number, (name, shares) in enumerate(saturated.items()):
    top.plot(range(1, 6), shares, f"C{number}o-", label=name)
top.set(title="saturated share", xlabel="layer", ylim=(-0.03, 1))
top.set(xticks=[1, 3, 5], yticks=[0, 0.5, 1])
top.legend(loc="center", bbox_to_anchor=(0.5, 0.4))
for number, (lr, ratios) in enumerate(runs.items()):
    bottom.plot(range(0, 48, 6), [step[2] for step in ratios[::6]], color=f"C{number}")
    bottom.text(24, 1.3 * max(step[2] for step in ratios), f"lr {lr}", ha="center")
bottom.axhline(1e-3, color="C4", linestyle="--")
bottom.set(
    title="update to weight, layer 3",
    xlabel="step",
    yscale="log",
    ylim=(1e-5, 1e-1),
    xticks=[0, 24, 48],
    yticks=[1e-5, 1e-3, 1e-1],
)
bottom.minorticks_off()
figure.savefig("health.svg")
# --8<-- [end:figure-health]
