"""Train with batches that do not fit: exact gradients in parts, and bytes counted."""

# --8<-- [start:parts]
import torch
from torch import nn
from torch.nn import functional as F

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
generator = torch.Generator().manual_seed(0)
inputs = torch.randn(10, 8, generator=generator).to(device)
targets = torch.randint(3, (10,), generator=generator).to(device)
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(8, 16), nn.GELU(), nn.Linear(16, 3)).to(device)


def gradient(model: nn.Module) -> torch.Tensor:
    return torch.cat(
        [p.grad.flatten() for p in model.parameters() if p.grad is not None]
    )


loss = F.cross_entropy(model(inputs), targets)
loss.backward()
whole = gradient(model)

model.zero_grad()
for part, answers in zip(inputs.split(4), targets.split(4)):
    loss = F.cross_entropy(model(part), answers, reduction="sum") / len(inputs)
    loss.backward()
print("parts of", [len(part) for part in inputs.split(4)])
off = (gradient(model) - whole).norm() / whole.norm()
print(f"off from the gradient of the whole batch by {off:.4f} of its length")
# --8<-- [end:parts]

# --8<-- [start:means]
model.zero_grad()
for part, answers in zip(inputs.split(4), targets.split(4)):
    loss = F.cross_entropy(model(part), answers) / 3
    loss.backward()
print(f"wrong: {gradient(model).norm():.4f}")
print(f"right: {whole.norm():.4f}")
for part in inputs.split(4):
    print(f"a row of a part of {len(part)} weighs {1 / 3 / len(part):.3f}")
# --8<-- [end:means]

# --8<-- [start:loop]
import copy
from collections.abc import Iterable, Iterator
from itertools import islice

from torch.utils.data import DataLoader, TensorDataset

Batch = list[torch.Tensor]


def groups(batches: Iterable[Batch], size: int) -> Iterator[list[Batch]]:
    iterator = iter(batches)
    while group := list(islice(iterator, size)):
        yield group


def train(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    batches: Iterable[Batch],
    size: int,
) -> int:
    steps = 0
    for group in groups(batches, size):
        rows = sum(len(targets) for _, targets in group)
        optimizer.zero_grad()
        for inputs, targets in group:
            outputs = model(inputs.to(device))
            loss = F.cross_entropy(outputs, targets.to(device), reduction="sum") / rows
            loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
        optimizer.step()
        steps += 1
    return steps


rows = torch.randn(256, 8, generator=generator)
data = TensorDataset(rows, torch.randint(3, (256,), generator=generator))
data_250 = TensorDataset(*data[:250])
trained = {}
for batch_size, size in [(32, 1), (8, 4)]:
    clone = copy.deepcopy(model)
    optimizer = torch.optim.SGD(clone.parameters(), lr=0.1)
    loader = DataLoader(data_250, batch_size)
    steps = train(clone, optimizer, loader, size)
    trained[batch_size] = torch.cat([p.detach().flatten() for p in clone.parameters()])
    print(f"{len(loader):2} batches of {batch_size:2}, {size} at a time: {steps} steps")
off = (trained[32] - trained[8]).abs().max()
print(f"weights differ by at most {off:.4f}")
# --8<-- [end:loop]


# --8<-- [start:usual]
def train_as_usual(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    batches: Iterable[Batch],
    size: int,
) -> int:
    steps = 0
    optimizer.zero_grad()
    for number, (inputs, targets) in enumerate(batches):
        outputs = model(inputs.to(device))
        loss = F.cross_entropy(outputs, targets.to(device)) / size
        loss.backward()
        if (number + 1) % size == 0:
            optimizer.step()
            optimizer.zero_grad()
            steps += 1
    return steps


for number in (256, 250, 230):
    used = TensorDataset(*data[:number])
    usual, exact = copy.deepcopy(model), copy.deepcopy(model)
    optimizer = torch.optim.SGD(usual.parameters(), lr=0.1)
    steps = train_as_usual(usual, optimizer, DataLoader(used, 8), size=4)
    optimizer = torch.optim.SGD(exact.parameters(), lr=0.1)
    all_steps = train(exact, optimizer, DataLoader(used, 32), size=1)
    left = any(parameter.grad is not None for parameter in usual.parameters())
    pairs = zip(usual.parameters(), exact.parameters())
    off = max((u - e).abs().max().item() for u, e in pairs)
    result = f"gradients left over: {left!s:5} weights off by {off:.4f}"
    print(f"{number} rows: {steps} steps of {all_steps}, {result}")
# --8<-- [end:usual]

# --8<-- [start:tokens]
logits = torch.randn(2, 6, 5, generator=generator).to(device).requires_grad_()
tokens = torch.randint(5, (2, 6), generator=generator).to(device)
tokens[1, 2:] = -100


def text_loss(texts: slice, reduction: str) -> torch.Tensor:
    outputs, targets = logits[texts].flatten(0, 1), tokens[texts].flatten()
    return F.cross_entropy(outputs, targets, reduction=reduction)


counted = int((tokens != -100).sum())
first, second = slice(0, 1), slice(1, 2)
by_texts = (text_loss(first, "mean") + text_loss(second, "mean")) / 2
by_tokens = (text_loss(first, "sum") + text_loss(second, "sum")) / counted
print(f"both texts together:      {text_loss(slice(0, 2), 'mean'):.4f}")
print(f"wrong, by texts:          {by_texts:.4f}")
print(f"right, by {counted} real tokens: {by_tokens:.4f}")
# --8<-- [end:tokens]

# --8<-- [start:clip]
limit = 0.1
model.zero_grad()
for part, answers in zip(inputs.split(4), targets.split(4)):
    loss = F.cross_entropy(model(part), answers, reduction="sum") / len(inputs)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), limit)
wrong = gradient(model)
right = whole * (limit / whole.norm())
for word, clipped in (("wrong", wrong), ("right", right)):
    cosine = F.cosine_similarity(clipped, whole, dim=0)
    print(f"{word}: cosine to the whole gradient {cosine:.4f}")
# --8<-- [end:clip]

# --8<-- [start:batch-norm]
layers = nn.Linear(8, 16), nn.Identity(), nn.GELU(), nn.Linear(16, 3)
normed = nn.Sequential(*layers).to(device)
norms = {"BatchNorm1d": nn.BatchNorm1d(16), "LayerNorm": nn.LayerNorm(16)}
for name, norm in norms.items():
    normed[1] = norm.to(device)
    gradients = []
    for size in (10, 4):
        normed.zero_grad()
        for part, answers in zip(inputs.split(size), targets.split(size)):
            loss = F.cross_entropy(normed(part), answers, reduction="sum") / len(inputs)
            loss.backward()
        gradients.append(gradient(normed))
    off = (gradients[1] - gradients[0]).norm() / gradients[0].norm()
    print(f"{name:11} gradient of the parts off by {off:.2f}")
# --8<-- [end:batch-norm]


# --8<-- [start:blocks]
from torch.utils.checkpoint import checkpoint


class Block(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.down(F.gelu(self.up(self.norm(x))))


class Network(nn.Module):
    def __init__(self, width: int, blocks: int, again: bool = False) -> None:
        super().__init__()
        self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))
        self.again = again

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = checkpoint(block, x, use_reentrant=False) if self.again else block(x)
        return x


def kept_bytes(model: nn.Module, inputs: torch.Tensor) -> int:
    weights = {p.untyped_storage().data_ptr() for p in model.parameters()}
    kept = {}

    def pack(tensor: torch.Tensor) -> torch.Tensor:
        storage = tensor.untyped_storage()
        if storage.data_ptr() not in weights:
            kept[storage.data_ptr()] = storage.nbytes()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        model(inputs)
    return sum(kept.values())


network = Network(width=64, blocks=6).to(device)
for rows in (1, 16, 256, 1024):
    size = kept_bytes(network, torch.zeros(rows, 64, device=device))
    print(f"{rows:4} rows: {size:10,} bytes kept for backward")
# --8<-- [end:blocks]

# --8<-- [start:always]
optimizer = torch.optim.AdamW(network.parameters())
network(torch.ones(1, 64, device=device)).sum().backward()
optimizer.step()
states = optimizer.state.values()
state = sum(t.nbytes for tensors in states for t in tensors.values() if t.ndim)
weights = sum(p.nbytes for p in network.parameters())
gradients = sum(p.grad.nbytes for p in network.parameters() if p.grad is not None)
always = weights + gradients + state
parts = f"weights {weights:,}, gradients {gradients:,}, AdamW {state:,}"
print(f"{parts}, together {always:,} bytes")
print(always // sum(p.numel() for p in network.parameters()), "bytes per parameter")
optimizer.zero_grad()
# --8<-- [end:always]

# --8<-- [start:step-peak]
import weakref
from typing import Any

from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves


class Alive(TorchDispatchMode):
    def __init__(self) -> None:
        super().__init__()
        self.now, self.peak = 0, 0

    def add(self, size: int) -> None:
        self.now += size
        self.peak = max(self.peak, self.now)

    def __torch_dispatch__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        result = func(*args, **(kwargs or {}))
        given = {id(leaf) for leaf in tree_leaves((args, kwargs))}
        for leaf in tree_leaves(result):
            if isinstance(leaf, torch.Tensor) and id(leaf) not in given:
                self.add(leaf.nbytes)
                weakref.finalize(leaf, self.add, -leaf.nbytes)
        return result


for foreach, fused in [(True, None), (False, None), (None, True)]:
    fresh = copy.deepcopy(network)
    optimizer = torch.optim.AdamW(fresh.parameters(), foreach=foreach, fused=fused)
    for _ in range(2):
        fresh(torch.ones(1, 64, device=device)).sum().backward()
        with Alive() as alive:
            optimizer.step()
    share = alive.peak / weights
    print(f"foreach={foreach}, fused={fused}: {share:.2f} of the weights")
# --8<-- [end:step-peak]


# --8<-- [start:estimate]
def bytes_per_row(model: nn.Module, row: torch.Tensor) -> int:
    two, three = row.expand(2, -1).clone(), row.expand(3, -1).clone()
    return kept_bytes(model, three) - kept_bytes(model, two)


each = bytes_per_row(network, torch.zeros(1, 64, device=device))
most = (8_000_000 - always) // each
print(f"{each:,} bytes a row; within 8 MB: {most} rows")
kept = kept_bytes(network, torch.zeros(most, 64, device=device))
print(f"really kept: {always + kept:,}")
# --8<-- [end:estimate]

# --8<-- [start:checkpoint]
again = Network(width=64, blocks=6, again=True).to(device)
again.load_state_dict(network.state_dict())
rows = torch.randn(256, 64, generator=generator).to(device)
for model in (network, again):
    model(rows).square().mean().backward()
off = (gradient(again) - gradient(network)).norm() / gradient(network).norm()
print(f"gradients off by {off:.4f} of their length")
plain, fewer = kept_bytes(network, rows), kept_bytes(again, rows)
print(f"kept: {plain:,} bytes, with checkpoints {fewer:,}, {fewer / plain - 1:+.0%}")
each = bytes_per_row(again, rows[:1]) + bytes_per_row(network.blocks[0], rows[:1])
most = (8_000_000 - always) // each
print(f"{each:,} bytes a row, one block again included; within 8 MB: {most} rows")
finished: list[str] = []
for name, layer in again.blocks[0].named_children():
    layer.register_forward_hook(lambda *_, name=name: finished.append(name))
again(rows).square().mean().backward()
print("finished:", *finished)
# --8<-- [end:checkpoint]

# --8<-- [start:dropout]
layers = nn.Linear(64, 64), nn.Dropout(0.5), nn.Linear(64, 64)
dropped = nn.Sequential(*layers).to(device)
masks: list[torch.Tensor] = []
dropped[1].register_forward_hook(lambda module, args, output: masks.append(output == 0))
for preserve in (True, False):
    masks.clear()
    options = {"use_reentrant": False, "preserve_rng_state": preserve}
    checkpoint(dropped, rows, **options).sum().backward()
    same = (masks[0] == masks[1]).float().mean()
    result = f"{len(masks)} runs, {same:.1f} of the mask agrees"
    print(f"preserve_rng_state={preserve}: {result}")
# --8<-- [end:dropout]

# --8<-- [start:channels-last]
images = torch.randn(2, 3, 4, 5, generator=generator).to(device)
convolution = nn.Conv2d(3, 8, 3).to(device)
moved = images.to(memory_format=torch.channels_last)
print("shapes:", tuple(images.shape), tuple(moved.shape))
print("strides:", images.stride(), moved.stride())
print("bytes:", images.nbytes, moved.nbytes)
print("equal:", torch.equal(images, moved))
outputs = copy.deepcopy(convolution).to(memory_format=torch.channels_last)(moved)
off = (outputs - convolution(images)).abs().max()
print(f"results differ by at most {off:.4f}")
print("format is passed on:", outputs.is_contiguous(memory_format=torch.channels_last))
# --8<-- [end:channels-last]

# --8<-- [start:other-run]
calls = []


def changes(x: torch.Tensor) -> torch.Tensor:
    calls.append(len(x))
    return torch.sin(torch.cos(x)) if len(calls) == 1 else torch.sin(x)


x = torch.ones(3, device=device, requires_grad=True)
try:
    checkpoint(changes, x, use_reentrant=False).sum().backward()
except torch.utils.checkpoint.CheckpointError as error:
    print("\n".join(str(error).splitlines()[:3]))
# --8<-- [end:other-run]

# --8<-- [start:flat-view]
try:
    moved.view(2, -1)
except RuntimeError as error:
    print(error)
print(moved.flatten(1).shape)
# --8<-- [end:flat-view]

# --8<-- [start:counted-twice]
normed = nn.Sequential(nn.Linear(64, 64), nn.BatchNorm1d(64)).to(device)
normed(rows).sum().backward()
print("right:", normed[1].num_batches_tracked.item(), "batch counted")
normed[1].reset_running_stats()
checkpoint(normed, rows, use_reentrant=False).sum().backward()
print("wrong:", normed[1].num_batches_tracked.item(), "batches counted")
# --8<-- [end:counted-twice]

# --8<-- [start:figure-weights]
import matplotlib.pyplot as plt

figure, axes = plt.subplots(figsize=(6, 2.6))
for number, color in enumerate(["C0"] * 4 + ["C1"] * 4 + ["C3"] * 2):
    axes.bar(number, [1 / 12, 1 / 12, 1 / 6][number // 4], color=color)
axes.axhline(0.1, color="C2", linestyle="--")
axes.text(-0.4, 0.15, "dashed: right, one tenth each", color="C2", va="bottom")
parts = [(1.5, 0.11, 4, "C0"), (5.5, 0.11, 4, "C1"), (8.5, 0.172, 2, "C3")]
for place, height, rows, color in parts:
    axes.text(place, height, f"part of {rows}", ha="center", va="bottom", color=color)
axes.set(xlabel="row", ylabel="weight", ylim=(0, 0.2), xticks=range(10))
figure.tight_layout()
figure.savefig("weights.svg")
# --8<-- [end:figure-weights]

# --8<-- [start:figure-memory]
figure, axes = plt.subplots(figsize=(6, 3.2))
numbers = [64, 128, 256, 512]
kept = {"kept": [], "kept with checkpoints": []}
for number in numbers:
    zeros = torch.zeros(number, 64, device=device)
    kept["kept"].append(kept_bytes(network, zeros) / 1e6)
    fewer = kept_bytes(again, zeros) + kept_bytes(network.blocks[0], zeros)
    kept["kept with checkpoints"].append(fewer / 1e6)
for offset, label, color in [
    (-0.2, "kept", "C1"),
    (0.2, "kept with checkpoints", "C0"),
]:
    places = [place + offset for place in range(len(numbers))]
    axes.bar(places, always / 1e6, 0.36, color="C2")
    axes.bar(places, kept[label], 0.36, bottom=always / 1e6, color=color)
axes.axhline(8, color="C3", linestyle="--")
axes.text(-0.4, 8.2, "8 MB", color="C3", va="bottom")
axes.text(2.55, 9.2, "kept for\nbackward", color="C1", ha="right", va="bottom")
axes.text(3.45, 6.2, "with\ncheckpoints", color="C0", ha="left", va="center")
axes.text(3.45, 1.6, "weights,\ngradients,\nAdamW", color="C2", ha="left", va="center")
axes.set(xlabel="rows in the batch", ylabel="MB", xlim=(-0.5, 4.4))
axes.set(xticks=range(len(numbers)), xticklabels=numbers)
figure.tight_layout()
figure.savefig("memory.svg")
# --8<-- [end:figure-memory]
