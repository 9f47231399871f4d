"""Turn a CSV file into tensors, and train a network that predicts a number."""

# --8<-- [start:file]
import csv
from pathlib import Path

FILE = Path(__file__).resolve().parents[1] / "data/penguins/penguins.csv"
with FILE.open(newline="", encoding="utf-8") as lines:
    table = list(csv.DictReader(lines))
print(len(table), "rows")
print(*table[0])
for row in table[2:5]:
    print(*row.values())
# --8<-- [end:file]

# --8<-- [start:first]
import torch
from torch import nn
from torch.nn import functional as F

table = [row for row in table if row["body_mass_g"] != "NA"]
flippers = torch.tensor([[float(row["flipper_length_mm"])] for row in table])
masses = torch.tensor([[float(row["body_mass_g"])] for row in table])
order = torch.randperm(len(table), generator=torch.Generator().manual_seed(0))
train, validation, test = order.split([206, 68, 68])

mass_mean, mass_std = masses[train].mean(), masses[train].std()
inputs = (flippers - flippers[train].mean()) / flippers[train].std()
targets = (masses - mass_mean) / mass_std

torch.manual_seed(0)
model = nn.Linear(1, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.2)
for step in range(40):
    optimizer.zero_grad()
    F.mse_loss(model(inputs[train]), targets[train]).backward()
    optimizer.step()

with torch.no_grad():
    predictions = model(inputs[validation]) * mass_std + mass_mean
error = (predictions - masses[validation]).abs().mean().item()
always_mean = (mass_mean - masses[validation]).abs().mean().item()
print(f"mean absolute error: {error:.0f} g, always the mean: {always_mean:.0f} g")
# --8<-- [end:first]

# --8<-- [start:read]
NUMBERS = ["bill_length_mm", "bill_depth_mm", "flipper_length_mm"]
CATEGORIES = ["species", "island", "sex"]
MISSING = {"", "NA"}

for row in table[::8]:
    row["bill_length_mm"] = "NA"


def number(text: str) -> float:
    return float("nan") if text in MISSING else float(text)


numbers = torch.tensor([[number(row[name]) for name in NUMBERS] for row in table])
print("numbers", tuple(numbers.shape), numbers.dtype)
print("masses ", tuple(masses.shape), masses.dtype)
print("missing", numbers.isnan().sum(dim=0).tolist())
print("lowest ", [f"{low:.1f}" for low in numbers.nan_to_num(1e9).amin(0).tolist()])
print("highest", [f"{top:.1f}" for top in numbers.nan_to_num(-1e9).amax(0).tolist()])
# --8<-- [end:read]

# --8<-- [start:gaps]
gaps = numbers.isnan()
medians = numbers[train].nanmedian(dim=0).values
filled = torch.where(gaps, medians, numbers)
means, deviations = filled[train].mean(dim=0), filled[train].std(dim=0)
flagged = gaps[train].any(dim=0)

scaled = (filled - means) / deviations
flags = gaps[:, flagged].float()
print("medians", [f"{median:.1f}" for median in medians.tolist()])
for index in (0, 1):
    row = [f"{value:.2f}" for value in scaled[index].tolist()]
    print(f"row {index}: scaled", row, "flag", flags[index].tolist())
# --8<-- [end:gaps]

# --8<-- [start:codes]
training_rows = [table[index] for index in train.tolist()]
words = {name: {row[name] for row in training_rows} for name in CATEGORIES}
known = {name: sorted(found - MISSING) for name, found in words.items()}


def code(name: str, text: str) -> int:
    return known[name].index(text) + 1 if text in known[name] else 0


print(known["species"])
for text in ("Adelie", "Gentoo", "Emperor", "NA"):
    print(f"{text:8}", code("species", text))
# --8<-- [end:codes]

# --8<-- [start:three-ways]
species = torch.tensor([code("species", row["species"]) for row in table])
as_number = species.unsqueeze(1).float()
one_hot = F.one_hot(species, num_classes=4)[:, 1:].float()
torch.manual_seed(0)
embedding = nn.Embedding(4, 2, padding_idx=0)
print("number   ", tuple(as_number.shape))
print("one-hot  ", tuple(one_hot.shape))
print("embedding", tuple(embedding(species).shape))
unknown = torch.tensor(0)
print("unknown  ", F.one_hot(unknown, 4)[1:], embedding(unknown).tolist())
# --8<-- [end:three-ways]


# --8<-- [start:lstsq]
def least_squares(
    inputs: torch.Tensor, targets: torch.Tensor, train: torch.Tensor
) -> torch.Tensor:
    columns = torch.cat([inputs, torch.ones(len(inputs), 1)], dim=1).double()
    answers = targets[train].double()
    weights = torch.linalg.lstsq(columns[train], answers, driver="gelsd").solution
    return (columns @ weights).float()


def error_of(predictions: torch.Tensor, rows: torch.Tensor) -> float:
    return (predictions - masses)[rows].abs().mean().item()


# --8<-- [end:lstsq]

# --8<-- [start:order]
for name, inputs in (("number", as_number), ("one-hot", one_hot)):
    predictions = least_squares(inputs, masses, train)
    error = error_of(predictions, validation)
    kinds = [f"{predictions[species == code][0].item():.0f}" for code in (1, 2, 3)]
    print(f"{name:7}", *kinds, f"   mean absolute error {error:.0f} g")
truth = [masses[train][species[train] == code].mean().item() for code in (1, 2, 3)]
print("means  ", *[f"{mass:.0f}" for mass in truth])
# --8<-- [end:order]

# --8<-- [start:learn]
from typing import Any

Row = dict[str, str]


def learn(rows: list[Row]) -> dict[str, Any]:
    numbers = torch.tensor([[number(row[name]) for name in NUMBERS] for row in rows])
    medians = numbers.nanmedian(dim=0).values
    filled = torch.where(numbers.isnan(), medians, numbers)
    masses = torch.tensor([float(row["body_mass_g"]) for row in rows])
    known = {name: {row[name] for row in rows} - MISSING for name in CATEGORIES}
    return {
        "numbers": NUMBERS,
        "medians": medians,
        "means": filled.mean(dim=0),
        "deviations": filled.std(dim=0),
        "flagged": numbers.isnan().any(dim=0),
        "known": {name: sorted(values) for name, values in known.items()},
        "mass_mean": masses.mean().item(),
        "mass_std": masses.std().item(),
    }


def features(rows: list[Row], learned: dict[str, Any]) -> torch.Tensor:
    names = learned["numbers"]
    numbers = torch.tensor([[number(row[name]) for name in names] for row in rows])
    gaps = numbers.isnan()
    filled = torch.where(gaps, learned["medians"], numbers)
    scaled = (filled - learned["means"]) / learned["deviations"]
    columns = [scaled, gaps[:, learned["flagged"]].float()]
    for name, known in learned["known"].items():
        places = {text: place for place, text in enumerate(known, start=1)}
        codes = torch.tensor([places.get(row[name], 0) for row in rows])
        columns.append(F.one_hot(codes, len(known) + 1)[:, 1:].float())
    return torch.cat(columns, dim=1)


learned = learn(training_rows)
inputs = features(table, learned)
print(tuple(inputs.shape), inputs.dtype)
print(*[f"{value:.2f}" for value in inputs[0].tolist()])
# --8<-- [end:learn]

# --8<-- [start:fit]
from torch.utils.data import DataLoader, TensorDataset

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")


def make_model(columns: int) -> nn.Sequential:
    return nn.Sequential(nn.Linear(columns, 32), nn.ReLU(), nn.Linear(32, 1))


def fit(
    inputs: torch.Tensor,
    targets: torch.Tensor,
    epochs: int = 20,
    loss_function=F.mse_loss,
    seed: int = 0,
) -> nn.Sequential:
    torch.manual_seed(seed)
    model = make_model(inputs.shape[1]).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
    generator = torch.Generator().manual_seed(seed)
    pairs = TensorDataset(inputs, targets)
    loader = DataLoader(pairs, batch_size=64, shuffle=True, generator=generator)
    for _ in range(epochs):
        model.train()
        for batch, answers in loader:
            batch, answers = batch.to(device), answers.to(device)
            optimizer.zero_grad()
            loss_function(model(batch), answers).backward()
            optimizer.step()
    return model


@torch.no_grad()
def outputs_of(model: nn.Module, inputs: torch.Tensor) -> torch.Tensor:
    return model.eval()(inputs.to(device)).cpu()


# --8<-- [end:fit]

# --8<-- [start:epochs]
mean, std = learned["mass_mean"], learned["mass_std"]
targets = (masses - mean) / std
for epochs in (2, 20, 200):
    model = fit(inputs[train], targets[train], epochs)
    predictions = outputs_of(model, inputs) * std + mean
    seen, held_out = error_of(predictions, train), error_of(predictions, validation)
    shown = [f"{error / 1000:.2f} kg" for error in (seen, held_out)]
    print(f"{epochs:3} epochs: training {shown[0]}, validation {shown[1]}")
# --8<-- [end:epochs]

# --8<-- [start:unscaled]
model = fit(inputs[train], masses[train], epochs=20)
error = error_of(outputs_of(model, inputs), validation)
print(f"target in grams:  {error / 1000:.1f} kg")
model = fit(inputs[train], targets[train], epochs=20)
error = error_of(outputs_of(model, inputs) * std + mean, validation)
print(f"target scaled:    {error / 1000:.1f} kg")
# --8<-- [end:unscaled]

# --8<-- [start:outlier]
mistyped = masses.clone()
mistyped[train[0]] *= 10
print(f"{masses[train[0]].item():.0f} g was typed as {mistyped[train[0]].item():.0f} g")
for loss_function in (F.mse_loss, F.l1_loss, F.huber_loss):
    row = f"{loss_function.__name__:10}"
    for answers in (masses[train], mistyped[train]):
        center, spread = answers.mean(), answers.std()
        answers = (answers - center) / spread
        model = fit(inputs[train], answers, loss_function=loss_function)
        predictions = outputs_of(model, inputs) * spread + center
        row += f"  {error_of(predictions, validation) / 1000:.1f} kg"
    print(row)
# --8<-- [end:outlier]


# --8<-- [start:compare]
def compare(rows: list[Row]) -> torch.Tensor:
    errors = []
    for seed in range(5):
        order = torch.randperm(len(rows), generator=torch.Generator().manual_seed(seed))
        train, _, test = order.split([206, 68, 68])
        learned = learn([rows[index] for index in train.tolist()])
        inputs = features(rows, learned)
        mean, std = learned["mass_mean"], learned["mass_std"]
        model = fit(inputs[train], (masses[train] - mean) / std, seed=seed)
        always = torch.full_like(masses, mean)
        linear = least_squares(inputs, masses, train)
        network = outputs_of(model, inputs) * std + mean
        errors.append([error_of(guess, test) for guess in (always, linear, network)])
    return torch.tensor(errors).T / 1000


# --8<-- [end:compare]

# --8<-- [start:compared]
nameless = [{**row, "species": "NA"} for row in table]
results = {"all columns": compare(table), "without species": compare(nameless)}
for told, errors in results.items():
    print(told)
    for name, row in zip(("the mean", "linear", "MLP"), errors.tolist()):
        print(f"  {name:8}", *[f"{error:.2f}" for error in row])
# --8<-- [end:compared]

# --8<-- [start:r2]
model = fit(inputs[train], targets[train])
predictions = outputs_of(model, inputs) * std + mean
linear = least_squares(inputs, masses, train)
always = torch.full_like(masses, mean)
guesses = {"the mean": always, "linear": linear, "MLP": predictions}
for name, guess in guesses.items():
    left = (guess - masses)[test].square().sum()
    there = (masses[test] - masses[test].mean()).square().sum()
    r2 = (1 - left / there).item()
    print(f"{name:8} {error_of(guess, test) / 1000:.2f} kg   R² {r2:.2f}")
# --8<-- [end:r2]

# --8<-- [start:save]
torch.save({"weights": model.state_dict(), **learned}, "penguins.pt")
saved = torch.load("penguins.pt", map_location="cpu")
print(*saved)
# --8<-- [end:save]


# --8<-- [start:predict]
def fault(row: Row, saved: dict[str, Any]) -> str:
    for name in [*saved["numbers"], *saved["known"]]:
        if row.get(name) is None:
            return f"the row has no column {name}"
    for name in saved["numbers"]:
        try:
            usable = abs(number(row[name])) != float("inf")
        except ValueError:
            usable = False
        if not usable:
            return f"{name} is {row[name]!r}, not a number"
    return ""


def predict(row: Row, saved: dict[str, Any]) -> float:
    if told := fault(row, saved):
        raise ValueError(told)
    inputs = features([row], saved)
    model = make_model(inputs.shape[1])
    model.load_state_dict(saved["weights"])
    model.eval()
    with torch.inference_mode():
        output = model(inputs).item()
    return output * saved["mass_std"] + saved["mass_mean"]


# --8<-- [end:predict]

# --8<-- [start:predicted]
row = table[test[0]]
print(*row.values())
for change in ({}, {"flipper_length_mm": "NA"}, {"sex": ""}, {"species": "Emperor"}):
    print(f"{predict({**row, **change}, saved) / 1000:.1f} kg", change)
# --8<-- [end:predicted]

# --8<-- [start:refuse]
for wrong_row in ({**row, "bill_depth_mm": "15,0"}, {"species": "Gentoo"}):
    print(fault(wrong_row, saved))
# --8<-- [end:refuse]

# --8<-- [start:row-and-column]
outputs = outputs_of(model, inputs)[validation]
column = targets[validation]
for answers in (column, column.squeeze(1)):
    differences = outputs - answers
    loss = differences.square().mean().item()
    print(tuple(answers.shape), tuple(differences.shape), f"loss {loss:.1f}")
# --8<-- [end:row-and-column]


# --8<-- [start:careless]
def careless(outputs: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    return (outputs - targets.squeeze(1)).square().mean()


for loss_function in (F.mse_loss, careless):
    model = fit(inputs[train], targets[train], loss_function=loss_function)
    error = error_of(outputs_of(model, inputs) * std + mean, validation)
    print(f"{loss_function.__name__:8} {error / 1000:.1f} kg")
always = error_of(torch.full_like(masses, mean), validation)
print(f"the mean {always / 1000:.1f} kg")
# --8<-- [end:careless]

# --8<-- [start:forgotten]
model = fit(inputs[train], targets[train])
outputs = outputs_of(model, inputs)
print(f"scaled back: {error_of(outputs * std + mean, validation) / 1000:.1f} kg")
print(f"forgotten:   {error_of(outputs, validation) / 1000:.1f} kg")
# --8<-- [end:forgotten]

# --8<-- [start:dtypes]
import numpy as np

layer = nn.Linear(3, 1)
integers = torch.tensor([[39, 18, 181]])
from_numpy = torch.from_numpy(np.array([[39.1, 18.7, 181.0]]))
for values in (integers, from_numpy):
    try:
        layer(values)
    except RuntimeError as error:
        print(error)
print(layer(integers.float()).dtype, layer(from_numpy.float()).dtype)
# --8<-- [end:dtypes]

# --8<-- [start:classes]
guesses = torch.randn(4, 1, requires_grad=True)
loss = F.cross_entropy(guesses, masses[:4])
loss.backward()
print(f"loss {abs(loss.item()):.1f}, gradient {guesses.grad.abs().max().item():.1f}")
# --8<-- [end:classes]


# --8<-- [start:average]
def average(numbers: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
    """The mean mass of the rows with the same number."""
    sums = torch.zeros(171, 1).index_add(0, numbers[rows], masses[rows])
    counts = numbers[rows].bincount(minlength=171).unsqueeze(1)
    return torch.where(counts > 0, sums / counts.clamp(min=1), masses[rows].mean())


# --8<-- [end:average]

# --8<-- [start:leak]
every, errors = torch.arange(342), []
generator = torch.Generator().manual_seed(0)
for _ in range(20):
    order = torch.randperm(342, generator=generator)
    train, test = order[:274], order[274:]
    rings = torch.randperm(342, generator=generator) // 2
    honest = features(table, learn([table[index] for index in train.tolist()]))
    columns = {"training rows": honest, "all rows": features(table, learn(table))}
    for name, rows in (("training rows", train), ("all rows", every)):
        ring = (average(rings, rows)[rings] - 4000) / 1000
        columns[f"ring, {name}"] = torch.cat([honest, ring], dim=1)
    guesses = [least_squares(inputs, masses, train) for inputs in columns.values()]
    errors.append([error_of(guess, test) for guess in guesses])
for name, error in zip(columns, torch.tensor(errors).mean(dim=0).tolist()):
    print(f"{name:20} {error:.0f} g")
# --8<-- [end:leak]

# --8<-- [start:figure-row]
import matplotlib.pyplot as plt
from matplotlib.patches import Rectangle

figure, axes = plt.subplots(figsize=(5.3, 2.3), layout="constrained")
kinds = {"bill length": [0, 3], "bill depth": [1], "flipper": [2]}
kinds |= {"species": [4, 5, 6], "island": [7, 8, 9], "sex": [10, 11]}
cells_above = [table[0][name] for name in NUMBERS + CATEGORIES]
cells = features(table, learned)[0].tolist()
middle = {"ha": "center", "va": "center"}
for place, (kind, columns) in enumerate(kinds.items()):
    color = f"C{place % 3}"
    axes.add_patch(Rectangle((2 * place, 3), 1.8, 0.8, facecolor=color, alpha=0.3))
    axes.text(2 * place + 0.9, 3.4, cells_above[place], fontsize=10, **middle)
    axes.text(2 * place + 0.9, 4.1, kind, fontsize=10, **middle)
    for column in columns:
        axes.add_patch(Rectangle((column, 0), 0.9, 0.8, facecolor=color, alpha=0.3))
        text = f"{cells[column]:.{2 * (column < 3)}f}"
        axes.text(column + 0.45, 0.4, text, fontsize=10, **middle)
        axes.plot([2 * place + 0.9, column + 0.45], [2.9, 0.9], color=color, lw=1)
axes.set(xlim=(-0.2, 12.1), ylim=(-0.2, 4.4))
axes.axis("off")
figure.savefig("row.svg")
# --8<-- [end:figure-row]

# --8<-- [start:figure-compare]
figure, panels = plt.subplots(1, 2, figsize=(6, 2.5), sharey=True)
for axes, (told, errors) in zip(panels, results.items()):
    for split in errors[1:].T.tolist():
        axes.plot([0, 1], split, color="C2", linewidth=1)
    for place, color in ((0, "C1"), (1, "C0")):
        axes.plot([place] * 5, errors[place + 1].tolist(), "o", color=color)
    axes.set(title=told, xlim=(-0.4, 1.4), ylim=(0, 0.32))
    axes.set_xticks([0, 1], ["linear", "MLP"])
panels[0].set_ylabel("mean absolute error (kg)")
figure.tight_layout()
figure.savefig("compare.svg")
# --8<-- [end:figure-compare]
