"""Accuracy on scanned digits with few labels, from MNIST, clothing or nothing."""

FILES = [
    "projects/transfer-learning/network.py",
    "projects/transfer-learning/recipe.py",
]
FILES += [
    "projects/transfer-learning/subsets.py",
    "projects/transfer-learning/pretrain.py",
]

import sys
from pathlib import Path

sys.path.insert(
    0, str(Path(__file__).resolve().parents[1] / "projects/transfer-learning")
)

import torch
from torch import nn

from network import SmallResNet
from pretrain import pretrain
from recipe import accuracy, fit
from subsets import CLOTHING, MNIST, few, load, scans


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Each row's label (unit in parentheses at the end), and its repeated values."""
    device, batch = torch.device("cpu"), 4 if quick else 32
    first = 20 if quick else None
    result: dict[str, list[float]] = {}

    def note(label: str, share: float) -> None:
        result.setdefault(f"{label} (%)", []).append(100 * share)

    images, labels = scans("train")
    test_images, test_labels = (tensor[:first] for tensor in scans("test"))
    for seed in range(1 if quick else 3):
        bodies = {}
        for start, folder in (("MNIST", MNIST), ("clothing", CLOTHING)):
            model = pretrain(folder, 1 if quick else 320, seed, device)
            note(
                f"pretrained on {start}, its own test images",
                accuracy(model, *(t[:first] for t in load(folder, "t10k"))),
            )
            bodies[start] = model.body
        for each in (2, 10):
            few_images, few_labels = few(images, labels, each, seed)
            name = f"{10 * each} labels"
            for start in (None, "MNIST", "clothing"):
                torch.manual_seed(seed)
                model = SmallResNet()
                if start:
                    model.body.load_state_dict(bodies[start].state_dict())
                model.train()
                fit(
                    model,
                    model.parameters(),
                    few_images,
                    few_labels,
                    1 if quick else 100,
                    3e-3,
                    seed,
                    batch,
                )
                how = f"fine-tuned from {start}" if start else "from scratch"
                note(f"{name}, {how}", accuracy(model, test_images, test_labels))
            for start in ("MNIST", "clothing"):
                body, head = bodies[start].eval(), nn.Linear(64, 10)
                with torch.no_grad():
                    features, test_features = body(few_images), body(test_images)
                fit(
                    head,
                    head.parameters(),
                    features,
                    few_labels,
                    1 if quick else 200,
                    3e-2,
                    seed,
                )
                note(
                    f"{name}, frozen {start} body",
                    accuracy(head, test_features, test_labels),
                )
    return result


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
