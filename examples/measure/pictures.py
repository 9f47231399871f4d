"""Accuracy and macro-F1 on held-out emoji of nine groups, for several networks."""

import sys
import tempfile
from pathlib import Path
from statistics import mean

import torch

FIRST, SECOND = "projects/pictures", "projects/pictures-explained"
FILES = [
    *(
        f"{FIRST}/{name}.py"
        for name in (
            "emoji_sheet",
            "families",
            "picture_folder",
            "picture_networks",
            "picture_training",
        )
    ),
    f"{SECOND}/picture_scores.py",
]
EXAMPLES = Path(__file__).resolve().parents[1]
for folder in (FIRST, SECOND):
    sys.path.append(str(EXAMPLES / folder))

from emoji_sheet import unpack
from families import families, split
from picture_folder import Folder, read_folder
from picture_networks import SmallCNN, resnet
from picture_scores import bootstrap
from picture_training import ask, augment, fit, macro_f1

SMALL = {"epochs": 20, "lr": 5e-3, "batch_size": 32}
LARGE = {"epochs": 20, "lr": 1e-3, "batch_size": 64}
RARE = "activities"


def accuracy(tables: torch.Tensor) -> torch.Tensor:
    right = tables.diagonal(dim1=-2, dim2=-1).sum(-1)
    return right / tables.sum((-2, -1))


def cells(
    folder: Folder,
    parts: dict[str, list[int]],
    seed: int,
    large: bool = False,
    changed: bool = True,
    weighted: bool = False,
    quick: bool = False,
) -> torch.Tensor:
    """Train, ask about the test, and return a table (classes, classes) a picture."""
    chosen = parts["training"][::16] if quick else parts["training"]
    pixels, labels = folder.pixels[chosen], folder.labels[chosen]
    classes = len(folder.classes)
    torch.manual_seed(seed)
    model = (resnet if large else SmallCNN)(classes, pixels)
    counts = labels.bincount(minlength=classes)
    weight = len(labels) / (classes * counts) if weighted else None
    change = augment if changed else None
    settings = LARGE if large else SMALL
    if quick:
        settings = settings | {"epochs": 1}
    fit(model, pixels, labels, seed=seed, weight=weight, change=change, **settings)
    test = parts["test"][::8] if quick else parts["test"]
    answered = ask(model, folder.pixels[test]).argmax(dim=1)
    places = folder.labels[test] * classes + answered
    hot = torch.nn.functional.one_hot(places, classes**2)
    return hot.reshape(-1, classes, classes).float()


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Each network's scores, one value a seed, and the ends of their intervals."""
    with tempfile.TemporaryDirectory() as name:
        folder = read_folder(unpack(Path(name) / "groups"))
    kin = families(folder.names, folder.labels, folder.pixels)
    single = list(range(len(kin)))
    runs: dict[str, tuple[list[int], dict[str, bool]]] = {
        "small CNN": (kin, {"changed": False}),
        "small CNN, augmented": (kin, {}),
        "small CNN, augmented, classes weighted": (kin, {"weighted": True}),
        "small CNN, augmented, families torn apart": (single, {}),
        "ResNet-18 from random weights, augmented": (kin, {"large": True}),
    }
    rare = folder.classes.index(RARE)
    rows: dict[str, list[float]] = {}
    for name, (groups, options) in runs.items():
        parts = split(folder.labels, groups)
        tables = torch.stack(
            [
                cells(folder, parts, seed, quick=quick, **options)
                for seed in range(1 if quick else 3)
            ]
        )
        sums = tables.sum(1)
        rows[f"{name}: accuracy"] = accuracy(sums).tolist()
        rows[f"{name}: macro-F1"] = macro_f1(sums).tolist()
        found = sums[:, rare, rare] / sums[:, rare].sum(-1)
        rows[f"{name}: found of {RARE}"] = found.tolist()
        test = parts["test"][::8] if quick else parts["test"]
        _, own = torch.tensor(groups)[test].unique(return_inverse=True)
        for kind, score in (("accuracy", accuracy), ("macro-F1", macro_f1)):
            ends = bootstrap(tables.mean(0), own, score, 5 if quick else 2000)
            rows[f"{name}: interval of the {kind}"] = [*ends]
    return rows


def table(rows: dict[str, list[float]]) -> list[str]:
    """One line a network: means over the seeds, the span of the seeds, intervals."""
    lines = [
        f"| network | accuracy | over seeds | 95 % | macro-F1 | 95 % | {RARE} found |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    for label, accuracies in rows.items():
        name, _, kind = label.rpartition(": ")
        if kind == "accuracy":
            low, high = rows[f"{name}: interval of the accuracy"]
            least, most = rows[f"{name}: interval of the macro-F1"]
            lines.append(
                f"| {name} | {mean(accuracies):.2f} "
                f"| {min(accuracies):.2f} to {max(accuracies):.2f} "
                f"| {low:.2f} to {high:.2f} "
                f"| {mean(rows[f'{name}: macro-F1']):.2f} | {least:.2f} to {most:.2f} "
                f"| {mean(rows[f'{name}: found of {RARE}']):.2f} |"
            )
    return lines


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
