"""Write a Dataset, batch it with a DataLoader, control the order, and split it."""

# --8<-- [start:first]
import torch
from sklearn.datasets import load_wine
from torch.utils.data import DataLoader, Dataset


class Wines(Dataset[tuple[torch.Tensor, int]]):
    def __init__(self) -> None:
        wine = load_wine()
        self.rows = wine.data
        self.growers = wine.target

    def __len__(self) -> int:
        return len(self.growers)

    def __getitem__(self, index: int) -> tuple[torch.Tensor, int]:
        row = torch.tensor(self.rows[index], dtype=torch.float32)
        return row, int(self.growers[index])


dataset = Wines()
row, grower = dataset[100]
print(len(dataset), "samples")
print(row.shape, row.dtype, grower)
# --8<-- [end:first]

# --8<-- [start:loader]
generator = torch.Generator().manual_seed(0)
loader = DataLoader(dataset, batch_size=32, shuffle=True, generator=generator)
print(len(loader), "batches")
batches = list(loader)
rows, growers = batches[0]
print(rows.shape, rows.dtype)
print(growers.shape, growers.dtype)
print("in the last batch:", len(batches[-1][1]))
# --8<-- [end:loader]

# --8<-- [start:iterator]
in_order = DataLoader(dataset, batch_size=3)
print(next(iter(in_order))[0][:, 0])
print(next(iter(in_order))[0][:, 0])
batches = iter(in_order)
print(next(batches)[0][:, 0])
print(next(batches)[0][:, 0])
# --8<-- [end:iterator]

# --8<-- [start:by-hand]
from torch.utils.data import BatchSampler, RandomSampler, default_collate

sampler = RandomSampler(dataset, generator=torch.Generator().manual_seed(0))
indices = next(iter(BatchSampler(sampler, batch_size=4, drop_last=False)))
samples = [dataset[index] for index in indices]
batch = default_collate(samples)
print("indices", indices)
print("samples", [(tuple(row.shape), grower) for row, grower in samples])
print("batch  ", tuple(batch[0].shape), batch[1])

sampler = RandomSampler(dataset, generator=torch.Generator().manual_seed(0))
same = next(iter(DataLoader(dataset, batch_size=4, sampler=sampler)))
difference = (batch[0] - same[0]).abs().max().item()
print("loader ", tuple(same[0].shape), same[1], "largest difference", difference)
# --8<-- [end:by-hand]

# --8<-- [start:collate]
samples = [
    {"row": torch.zeros(13), "grower": 2, "price": 9.5, "taster": "Ada"},
    {"row": torch.ones(13), "grower": 0, "price": 12.0, "taster": "Kai"},
]
for key, value in default_collate(samples).items():
    if isinstance(value, torch.Tensor):
        value = (tuple(value.shape), value.dtype)
    print(f"{key:7}", value)
# --8<-- [end:collate]

# --8<-- [start:ready-made]
from torch.utils.data import Subset, TensorDataset

rows, growers = default_collate(list(dataset))
tensors = TensorDataset(rows, growers)
third = Subset(tensors, torch.nonzero(growers == 2).flatten().tolist())
print(len(tensors), len(third))
print(next(iter(DataLoader(third, batch_size=5)))[1])
print(next(iter(DataLoader(list("abcdef"), batch_size=4))))
# --8<-- [end:ready-made]

# --8<-- [start:lazy]
from pathlib import Path

folder = Path("wines")
folder.mkdir(exist_ok=True)
for index in range(100):
    torch.save((rows[index].clone(), int(growers[index])), folder / f"{index:03}.pt")


class WineFiles(Dataset[tuple[torch.Tensor, int]]):
    def __init__(self, folder: Path) -> None:
        self.files = sorted(folder.glob("*.pt"))
        self.opened = 0

    def __len__(self) -> int:
        return len(self.files)

    def __getitem__(self, index: int) -> tuple[torch.Tensor, int]:
        self.opened += 1
        return torch.load(self.files[index])


files = WineFiles(folder)
print(len(files), "samples,", files.opened, "files opened")
first = next(iter(DataLoader(files, batch_size=16)))
print(tuple(first[0].shape), files.opened, "files opened")
print("largest difference", (first[0] - rows[:16]).abs().max().item())
# --8<-- [end:lazy]

# --8<-- [start:iterable]
from collections.abc import Iterator

from torch.utils.data import IterableDataset

lines = [f"{hour},{15 + hour % 7}" for hour in range(24)]
Path("temperatures.csv").write_text("\n".join(lines))


class Temperatures(IterableDataset[tuple[int, int]]):
    def __iter__(self) -> Iterator[tuple[int, int]]:
        with open("temperatures.csv") as lines:
            for line in lines:
                hour, degrees = line.split(",")
                yield int(hour), int(degrees)


stream = DataLoader(Temperatures(), batch_size=10)
for hours, degrees in stream:
    print(len(hours), degrees)
for attempt in (lambda: len(stream), lambda: DataLoader(Temperatures(), shuffle=True)):
    try:
        attempt()
    except (TypeError, ValueError) as error:
        print(f"{type(error).__name__}: {error}")
# --8<-- [end:iterable]

# --8<-- [start:order]
letters = list("abcdefgh")


def passes(loader: DataLoader) -> str:
    return "   ".join(" ".join("".join(batch) for batch in loader) for _ in range(3))


def shuffled(seed: int) -> DataLoader:
    generator = torch.Generator().manual_seed(seed)
    return DataLoader(letters, batch_size=4, shuffle=True, generator=generator)


print("no shuffle     ", passes(DataLoader(letters, batch_size=4)))
print("shuffle, seed 0", passes(shuffled(0)))
print("shuffle, seed 0", passes(shuffled(0)))
print("shuffle, seed 1", passes(shuffled(1)))
# --8<-- [end:order]


# --8<-- [start:global-seed]
def next_random(validate: bool, generator: torch.Generator | None = None) -> float:
    torch.manual_seed(0)
    if validate:
        for _ in DataLoader(letters, batch_size=4, generator=generator):
            pass
    return torch.rand(()).item()


print(f"no validation                  {next_random(False):.4f}")
print(f"validation                     {next_random(True):.4f}")
print(f"validation, with a generator   {next_random(True, torch.Generator()):.4f}")
# --8<-- [end:global-seed]

# --8<-- [start:drop-last]
for size in (32, 100, 200):
    every = len(DataLoader(dataset, batch_size=size))
    full = len(DataLoader(dataset, batch_size=size, drop_last=True))
    print(f"batch_size={size}: {every} batches, with drop_last=True {full}")
# --8<-- [end:drop-last]

# --8<-- [start:weighted]
from torch.utils.data import WeightedRandomSampler

few = torch.nonzero(growers == 2).flatten()[:10]
many = torch.nonzero(growers == 1).flatten()
rare = Subset(tensors, torch.cat([few, many]).tolist())
targets = growers[rare.indices]
print("of grower 2:", len(few), "  of grower 1:", len(many))

weights = 1 / torch.bincount(targets)[targets]
generator = torch.Generator().manual_seed(0)
sampler = WeightedRandomSampler(weights.tolist(), len(rare), generator=generator)
chosen = list(sampler)
for grower in (2, 1):
    drawn = [index for index in chosen if targets[index] == grower]
    print(f"drawn of grower {grower}: {len(drawn)}, different ones: {len(set(drawn))}")
# --8<-- [end:weighted]

# --8<-- [start:split]
from torch.utils.data import random_split

shares = [0.7, 0.15, 0.15]
generator = torch.Generator().manual_seed(0)
train, validation, test = random_split(dataset, shares, generator=generator)
print(len(train), len(validation), len(test))
every = {*train.indices, *validation.indices, *test.indices}
print("different indices:", len(every), "of", len(dataset))
generator = torch.Generator().manual_seed(0)
again = random_split(dataset, shares, generator=generator)
equal = sum(a == b for a, b in zip(again[0].indices, train.indices))
print("equal with the same seed:", equal, "of", len(train))
# --8<-- [end:split]

# --8<-- [start:shares]
for name, part in (("train", train), ("validation", validation), ("test", test)):
    counts = torch.bincount(growers[part.indices], minlength=3)
    print(f"{name:10}", *[f"{share:.3f}" for share in (counts / len(part)).tolist()])
# --8<-- [end:shares]

# --8<-- [start:unequal]
try:
    next(iter(DataLoader([torch.zeros(2), torch.zeros(3)], batch_size=2)))
except RuntimeError as error:
    print(error)
# --8<-- [end:unequal]


# --8<-- [start:no-len]
class NoLength(Dataset[int]):
    def __getitem__(self, index: int) -> int:
        return index


forgotten = NoLength()
print(forgotten[3])
try:
    DataLoader(forgotten, shuffle=True)
except TypeError as error:
    print(error)
# --8<-- [end:no-len]


# --8<-- [start:shuffled-validation]
seen, answers = rows[train.indices], growers[train.indices]
mean, deviation = seen.mean(dim=0), seen.std(dim=0)
centers = [seen[answers == grower].mean(dim=0) for grower in range(3)]
centers = (torch.stack(centers) - mean) / deviation


def predict(rows: torch.Tensor) -> torch.Tensor:
    scaled = (rows - mean) / deviation
    return (scaled.unsqueeze(1) - centers).norm(dim=2).argmin(dim=1)


truth = growers[validation.indices]
for shuffle in (False, True):
    generator = torch.Generator().manual_seed(1)
    options = {"batch_size": 8, "shuffle": shuffle, "generator": generator}
    held_out = DataLoader(validation, **options)
    predictions = torch.cat([predict(inputs) for inputs, _ in held_out])
    right = (predictions == truth).sum().item()
    print(f"shuffle={shuffle}: {right} of {len(truth)} right")
# --8<-- [end:shuffled-validation]


# --8<-- [start:leak-select]
def accuracy(
    values: torch.Tensor, targets: torch.Tensor, train: torch.Tensor, test: torch.Tensor
) -> float:
    nearest = torch.cdist(values[test], values[train]).argmin(dim=1)
    return (targets[train][nearest] == targets[test]).float().mean().item()


def best_columns(values: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    difference = values[targets == 1].mean(dim=0) - values[targets == 0].mean(dim=0)
    return difference.abs().topk(20).indices


generator = torch.Generator().manual_seed(0)
learn, judge = torch.arange(50), torch.arange(50, 100)
leaking, honest = [], []
for _ in range(20):
    noise = torch.randn(100, 2000, generator=generator)
    coins = torch.randint(0, 2, (100,), generator=generator)
    leaking.append(accuracy(noise[:, best_columns(noise, coins)], coins, learn, judge))
    columns = best_columns(noise[learn], coins[learn])
    honest.append(accuracy(noise[:, columns], coins, learn, judge))
print(f"columns chosen on all rows:      {sum(leaking) / 20:.1f}")
print(f"columns chosen on training rows: {sum(honest) / 20:.1f}")
# --8<-- [end:leak-select]

# --8<-- [start:device]
accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
for inputs, targets in DataLoader(dataset, batch_size=64):
    inputs, targets = inputs.to(device), targets.to(device)
    print(tuple(inputs.shape), inputs.device.type == device.type)
# --8<-- [end:device]

# --8<-- [start:figure-path]
import matplotlib.pyplot as plt
from matplotlib.patches import FancyBboxPatch, Rectangle

figure, axes = plt.subplots(figsize=(5.6, 4.6))


def box(left: float, bottom: float, width: float, color: str, text: str) -> None:
    look = {"boxstyle": "round,pad=0.05", "facecolor": color, "alpha": 0.3}
    axes.add_patch(FancyBboxPatch((left, bottom), width, 0.7, **look))
    axes.text(left + width / 2, bottom + 0.35, text, **middle)


def arrow(x: float, top: float) -> None:
    look = {"arrowstyle": "->", "color": "C2"}
    axes.annotate("", (x, top - 0.6), (x, top), arrowprops=look)


middle = {"ha": "center", "va": "center", "fontsize": 13}
name = {"ha": "right", "va": "center", "family": "monospace", "fontsize": 12}
axes.text(-0.3, 5.55, "sampler", **name)
axes.text(-0.3, 4.15, "batch sampler", **name)
axes.text(-0.3, 2.25, "dataset[i]", **name)
axes.text(-0.3, 0.35, "collate", **name)
scaled = (rows - rows.amin(dim=0)) / (rows.amax(dim=0) - rows.amin(dim=0))
for column, index in enumerate(indices):
    box(1.5 * column, 5.2, 1.3, "C4", str(index))
    for place, number in enumerate(scaled[index].tolist()):
        corner = (1.5 * column + 0.35, 2.95 - 0.1 * place)
        alpha = round(0.1 + 0.9 * number, 1)
        axes.add_patch(Rectangle(corner, 0.6, 0.09, facecolor="C0", alpha=alpha))
    axes.text(1.5 * column + 0.65, 1.5, str(dataset[index][1]), **middle)
    for top in (5.12, 3.72, 1.4):
        arrow(1.5 * column + 0.65, top)
box(0, 3.8, 5.8, "C1", str(indices))
box(0, 0, 5.8, "C1", f"{tuple(batch[0].shape)}   {batch[1].tolist()}")
axes.set(xlim=(-2.9, 6.0), ylim=(-0.2, 6.1))
axes.axis("off")
figure.savefig("path.svg")
# --8<-- [end:figure-path]
