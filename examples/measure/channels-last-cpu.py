"""Time of a step with channels_last memory, relative to contiguous memory, on a CPU."""

import copy
import statistics
import time

import torch
from torch import nn
from torch.nn import functional as F
from torchvision.models import mobilenet_v3_small, resnet18


def small() -> nn.Sequential:
    layers = [
        nn.Conv2d(3, 32, 3),
        nn.ReLU(),
        nn.Conv2d(32, 64, 3, stride=2),
        nn.ReLU(),
        nn.AdaptiveAvgPool2d(1),
    ]
    return nn.Sequential(*layers, nn.Flatten(), nn.Linear(64, 10))


def seconds(
    model: nn.Module, images: torch.Tensor, labels: torch.Tensor, train: bool
) -> float:
    start = time.perf_counter()
    if train:
        model.zero_grad()
        F.cross_entropy(model(images), labels).backward()
    else:
        with torch.inference_mode():
            model(images)
    return time.perf_counter() - start


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Each row's label (unit in parentheses at the end), and its repeated values."""
    torch.set_num_threads(1)
    torch.manual_seed(0)
    count, size = (1, 32) if quick else (8, 96)
    images, labels = torch.randn(count, 3, size, size), torch.randint(10, (count,))
    rows = {}
    for name, model in [
        ("ResNet-18", resnet18(num_classes=10)),
        ("MobileNetV3-small", mobilenet_v3_small(num_classes=10)),
        ("two convolutions", small()),
    ]:
        model.eval()
        other = copy.deepcopy(model).to(memory_format=torch.channels_last)
        moved = images.to(memory_format=torch.channels_last)
        for train in (False, True):
            seconds(model, images, labels, train), seconds(other, moved, labels, train)
            times = []
            for _ in range(1 if quick else 11):
                old, new = (
                    seconds(model, images, labels, train),
                    seconds(other, moved, labels, train),
                )
                times.append(new / old)
            kind = "forward and backward" if train else "forward"
            rows[f"{name}, {kind} (times contiguous)"] = times
    return rows


def table(rows: dict[str, list[float]]) -> list[str]:
    lines = [
        "| `channels_last`, relative to contiguous | median | from | to |",
        "|---|--:|--:|--:|",
    ]
    for label, times in rows.items():
        values = " | ".join(
            f"{value:.2f}"
            for value in (statistics.median(times), min(times), max(times))
        )
        lines.append(f"| {label.partition(' (')[0]} | {values} |")
    return lines


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
