"""Make two runs equal, find what made them different, and say how equal they can be."""

# --8<-- [start:train]
import torch
import torch.nn.functional as F
from sklearn.datasets import load_wine
from torch import nn
from torch.utils.data import DataLoader, Subset, TensorDataset

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
wine = load_wine()
order = torch.randperm(178, generator=torch.Generator().manual_seed(0))
rows = torch.tensor(wine.data, dtype=torch.float32)[order]
rows = (rows - rows[:128].mean(dim=0)) / rows[:128].std(dim=0)
dataset = TensorDataset(rows, torch.tensor(wine.target)[order])
train_set = Subset(dataset, range(128))


def train() -> nn.Module:
    layers = nn.Linear(13, 32), nn.ReLU(), nn.Dropout(0.2), nn.Linear(32, 3)
    model = nn.Sequential(*layers).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for inputs, targets in DataLoader(train_set, batch_size=32, shuffle=True):
        optimizer.zero_grad()
        outputs = model(inputs.to(device))
        loss = F.cross_entropy(outputs, targets.to(device))
        loss.backward()
        optimizer.step()
    return model


def same_weights(a: nn.Module, b: nn.Module) -> bool:
    pairs = zip(a.state_dict().values(), b.state_dict().values(), strict=True)
    return all(torch.equal(p, q) for p, q in pairs)


def seeded(seed: int) -> nn.Module:
    torch.manual_seed(seed)
    return train()


print("no seed:         ", same_weights(train(), train()))
print("seeds 0 and 0:   ", same_weights(seeded(0), seeded(0)))
print("seeds 0 and 1:   ", same_weights(seeded(0), seeded(1)))
torch.manual_seed(0)
print("seeded once, ran twice:", same_weights(train(), train()))
# --8<-- [end:train]

# --8<-- [start:stream]
torch.manual_seed(0)
print(torch.rand(4))
print(torch.rand(4))
torch.manual_seed(0)
torch.rand(1)
print(torch.rand(4))
# --8<-- [end:stream]

# --8<-- [start:state]
torch.manual_seed(0)
state = torch.get_rng_state()
first, second = torch.rand(()), torch.rand(())
print(f"two draws:             {first:.4f} {second:.4f}")
torch.set_rng_state(state)
print(f"back at the old place: {torch.rand(()):.4f}")
with torch.random.fork_rng(devices=[]):
    torch.rand(1000)
print(f"after a fork:          {torch.rand(()):.4f}")
# --8<-- [end:state]

# --8<-- [start:moved]
import random
from collections.abc import Callable

import numpy as np
from torch.utils.data import random_split

own = torch.Generator().manual_seed(0)


def states() -> dict[str, object]:
    _, keys, *rest = np.random.get_state()
    return {
        "python": random.getstate(),
        "numpy": (keys.tolist(), rest),
        "torch": torch.get_rng_state().tolist(),
        "own": own.get_state().tolist(),
    }


def moved(action: Callable[[], object]) -> str:
    before = states()
    action()
    after = states()
    return ", ".join(name for name in before if before[name] != after[name]) or "none"


ones = torch.ones(8)
eight = list(range(8))
with_own = DataLoader(eight, shuffle=True, generator=own)
for name, action in {
    "nn.Linear(4, 4)": lambda: nn.Linear(4, 4),
    "dropout, training": lambda: F.dropout(ones, training=True),
    "dropout, eval": lambda: F.dropout(ones, training=False),
    "random_split": lambda: random_split(eight, [4, 4]),
    "random_split, generator": lambda: random_split(eight, [4, 4], generator=own),
    "loader, shuffle": lambda: list(DataLoader(eight, shuffle=True)),
    "loader, no shuffle": lambda: list(DataLoader(eight)),
    "loader, shuffle, generator": lambda: list(with_own),
    "random.shuffle": lambda: random.shuffle(eight),
    "np.random.permutation": lambda: np.random.permutation(8),
    "np.random.default_rng(0)": lambda: np.random.default_rng(0).permutation(8),
}.items():
    print(f"{name:28}{moved(action)}")
# --8<-- [end:moved]


# --8<-- [start:all]
def seed_all(seed: int) -> None:
    random.seed(seed)
    torch.manual_seed(seed)
    np.random.seed(seed + 1)


def draw() -> tuple[float, float, float, float]:
    on_device = torch.rand((), device=device).item()
    return random.random(), np.random.rand(), torch.rand(()).item(), on_device


seed_all(0)
first = draw()
seed_all(0)
print("all four again:", draw() == first)
# --8<-- [end:all]


# --8<-- [start:own]
def first_order(extra_layer: bool, with_generator: bool) -> list[int]:
    torch.manual_seed(0)
    generator = torch.Generator().manual_seed(1) if with_generator else None
    nn.Linear(64, 32)
    if extra_layer:
        nn.Linear(32, 32)
    loader = DataLoader(list(range(8)), batch_size=8, shuffle=True, generator=generator)
    return next(iter(loader)).tolist()


for with_generator in (False, True):
    for extra_layer in (False, True):
        order = first_order(extra_layer, with_generator)
        print(f"generator {with_generator!s:6} extra layer {extra_layer!s:6}", order)
# --8<-- [end:own]

# --8<-- [start:one-seed]
torch.manual_seed(0)
inputs = torch.randn(1000)
for seed in (0, 1):
    noise = torch.randn(1000, generator=torch.Generator().manual_seed(seed))
    correlation = torch.corrcoef(torch.stack([inputs, noise]))[0, 1].item()
    print(f"noise from seed {seed}, correlation with the inputs: {correlation:.2f}")
# --8<-- [end:one-seed]

# --8<-- [start:sums]
big, small = torch.tensor(1e8), torch.tensor(1.0)
print(((big + small) - big).item(), ((big - big) + small).item())
# --8<-- [end:sums]

# --8<-- [start:machine-bits]
generator = torch.Generator().manual_seed(0)
inputs = torch.randn(256, 300, generator=generator)
weight = torch.randn(300, 200, generator=generator)
results = []
for count in (1, 2, 4):
    torch.set_num_threads(count)
    results.append((inputs.T @ inputs @ weight, (inputs @ weight).sum()))
torch.set_num_threads(1)
largest = max(result.abs().max().item() for result in results[0])
print(f"largest number in the results: {largest:.0e}")
for count, result in zip((2, 4), results[1:]):
    apart = max((a - b).abs().max().item() for a, b in zip(results[0], result))
    print(f"1 and {count} threads, largest difference: {apart:.0e}")
alone, among = inputs[:1] @ weight, (inputs @ weight)[:1]
apart = (alone - among).abs().max().item()
print(f"one row alone and in its batch, largest difference: {apart:.0e}")
# --8<-- [end:machine-bits]

# --8<-- [start:close]
for result in results[1:]:
    torch.testing.assert_close(result[0], results[0][0], rtol=1e-4, atol=1e-2)
torch.testing.assert_close(alone, among, rtol=1e-4, atol=1e-3)
print("close")
# --8<-- [end:close]


# --8<-- [start:machine-growth]
def weights_of_steps(nudge: float, momentum: float, steps: int = 300) -> torch.Tensor:
    torch.manual_seed(0)
    first = nn.Linear(13, 32)
    model = nn.Sequential(first, nn.ReLU(), nn.Linear(32, 3))
    with torch.no_grad():
        first.weight[0, 5] += nudge
    optimizer = torch.optim.SGD(model.parameters(), lr=0.3, momentum=momentum)
    history = []
    for _ in range(steps):
        inputs, targets = dataset[torch.randint(0, 128, (16,))]
        optimizer.zero_grad()
        outputs = model(inputs)
        loss = F.cross_entropy(outputs, targets)
        loss.backward()
        optimizer.step()
        history.append(nn.utils.parameters_to_vector(model.parameters()).detach())
    return torch.stack(history)


for momentum in (0.0, 0.9):
    nudged, plain = weights_of_steps(1e-6, momentum), weights_of_steps(0.0, momentum)
    differences = (nudged - plain).abs().amax(dim=1)
    for step in (1, 100, 200, 300):
        print(f"momentum {momentum}, step {step}: {differences[step - 1].item():.0e}")
# --8<-- [end:machine-growth]


# --8<-- [start:machine-seeds]
@torch.inference_mode()
def right(model: nn.Module) -> int:
    model.eval()
    inputs, targets = dataset[128:]
    return (model(inputs.to(device)).argmax(dim=1).cpu() == targets).sum().item()


counts = [right(seeded(seed)) for seed in range(8)]
for seed, count in enumerate(counts):
    print(f"seed {seed}, right of {len(dataset) - 128}: {count}")
print("best minus worst:", max(counts) - min(counts))
# --8<-- [end:machine-seeds]

# --8<-- [start:deterministic]
indices, values = torch.tensor([1, 1]), torch.tensor([1.0, 2.0])
torch.use_deterministic_algorithms(True)
try:
    torch.zeros(3).put_(indices, values)
except RuntimeError as error:
    print(error)
print(torch.zeros(3).put_(indices, values, accumulate=True))
print(torch.empty(3))
torch.use_deterministic_algorithms(False)
# --8<-- [end:deterministic]


# --8<-- [start:machine-record]
import json

parts = random_split(dataset, [0.8, 0.2], generator=torch.Generator().manual_seed(0))
record = {
    "seed": 0,
    "torch": torch.__version__,
    "device": device.type,
    "threads": torch.get_num_threads(),
    "matmul precision": torch.get_float32_matmul_precision(),
    "deterministic": torch.are_deterministic_algorithms_enabled(),
    "validation": list(parts[1].indices),
}
with open("run.json", "w") as file:
    json.dump(record, file)
for name, value in record.items():
    print(f"{name}:", f"{len(value)} indices" if isinstance(value, list) else value)
# --8<-- [end:machine-record]


# --8<-- [start:seed-in-loop]
def orders(seed_each_epoch: bool) -> int:
    torch.manual_seed(0)
    seen = set()
    for _ in range(5):
        if seed_each_epoch:
            torch.manual_seed(0)
        seen.add(tuple(torch.cat(list(DataLoader(range(8), shuffle=True))).tolist()))
    return len(seen)


print("seeded in every epoch:", orders(True), "different orders in 5 epochs")
print("seeded once:          ", orders(False), "different orders in 5 epochs")
# --8<-- [end:seed-in-loop]


# --8<-- [start:hidden]
def noisy_mean() -> float:
    noisy = rows + torch.from_numpy(np.random.normal(size=rows.shape))
    return noisy.mean().item()


for seed in (torch.manual_seed, seed_all):
    seed(0)
    first = noisy_mean()
    seed(0)
    print(f"{seed.__name__:12} {first:.4f} {noisy_mean():.4f}")
print("noisy_mean moves:", moved(noisy_mean))
# --8<-- [end:hidden]

# --8<-- [start:tf32]
cudnn = torch.backends.cudnn
print("default:", cudnn.conv.fp32_precision, cudnn.rnn.fp32_precision)
cudnn.conv.fp32_precision = "ieee"
print("conv:   ", cudnn.conv.fp32_precision, cudnn.rnn.fp32_precision)
cudnn.fp32_precision = "ieee"
print("both:   ", cudnn.conv.fp32_precision, cudnn.rnn.fp32_precision)
# --8<-- [end:tf32]

# --8<-- [start:figure-streams]
import matplotlib.pyplot as plt
from matplotlib.patches import Rectangle

figure, axes = plt.subplots(figsize=(5.6, 4.2))


def draw_box(left: float, bottom: float, text: str, color: str) -> None:
    axes.add_patch(Rectangle((left, bottom), 0.94, 0.7, facecolor=color, alpha=0.35))
    place = (left + 0.47, bottom + 0.35)
    axes.text(*place, text, ha="center", va="center", fontsize=12)


torch.manual_seed(0)
numbers = [f"{number:.2f}" for number in torch.rand(7).tolist()]
rows = [
    ("one stream", 4.4, numbers[:6], ["C0"] * 3 + ["C1"] * 3),
    ("one stream, an extra draw", 2.6, numbers[:7], ["C0"] * 3 + ["C3"] + ["C1"] * 3),
    ("order has its own stream", 0.8, numbers[:4], ["C0"] * 3 + ["C3"]),
]
for title, bottom, row, colors in rows:
    axes.text(0, bottom + 0.85, title, va="bottom", fontsize=12)
    for column, (number, color) in enumerate(zip(row, colors)):
        draw_box(column, bottom, number, color)
separate = torch.rand(3, generator=torch.Generator().manual_seed(7)).tolist()
for column, number in enumerate(separate):
    draw_box(column, -0.1, f"{number:.2f}", "C1")
legend = [(0.0, "C0", "weights"), (2.2, "C3", "extra"), (3.9, "C1", "order")]
for left, color, label in legend:
    axes.add_patch(Rectangle((left, -1.3), 0.4, 0.4, facecolor=color, alpha=0.35))
    axes.text(left + 0.55, -1.1, label, va="center", fontsize=12)
axes.set(xlim=(-0.1, 7.1), ylim=(-1.5, 5.8))
axes.axis("off")
figure.savefig("streams.svg")
# --8<-- [end:figure-streams]
