"""The shipped classifier of emoji, and the pictures that it has not seen."""

# --8<-- [start:network]
import csv
import json
from pathlib import Path

import numpy as np
import torch
from PIL import Image
from safetensors import safe_open
from safetensors.torch import load_file
from torch import nn

EXAMPLES = Path(__file__).resolve().parents[2]


class Normalize(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(3, 1, 1))
        self.register_buffer("std", torch.ones(3, 1, 1))

    def forward(self, pixels: torch.Tensor) -> torch.Tensor:
        return (pixels - self.mean) / self.std


class SmallCNN(nn.Module):
    """Pictures (N, 3, height, width) in, logits (N, classes) out."""

    def __init__(self, classes: int) -> None:
        super().__init__()
        layers: list[nn.Module] = [Normalize()]
        for before, after in ((3, 16), (16, 32), (32, 64), (64, 64)):
            layers += [nn.Conv2d(before, after, 3, padding=1, bias=False)]
            layers += [nn.BatchNorm2d(after), nn.ReLU()]
            if after < 64:
                layers += [nn.MaxPool2d(2)]
        self.body = nn.Sequential(*layers)
        self.head = nn.Linear(64, classes)

    def forward(self, pixels: torch.Tensor) -> torch.Tensor:
        return self.head(self.body(pixels).mean((2, 3)))


def load() -> tuple[SmallCNN, list[str], list[str]]:
    """Return the network, the names of its classes, and the files of its test."""
    file = EXAMPLES / "projects/pictures/emoji_groups.safetensors"
    with safe_open(file, framework="pt") as opened:
        about = json.loads(opened.metadata()["about"])
    model = SmallCNN(len(about["classes"]))
    model.load_state_dict(load_file(file))
    return model.eval(), about["classes"], about["test"]


# --8<-- [end:network]

# --8<-- [start:tiles]
SHEET = EXAMPLES / "data" / "emoji-sheet"


def pictures(files: list[str]) -> tuple[torch.Tensor, list[str]]:
    """Cut from the sheet: uint8 (N, 3, 32, 32), and the names of families."""
    with (SHEET / "labels.csv").open(encoding="utf-8", newline="") as table:
        rows = [*csv.DictReader(table)]
    with Image.open(SHEET / "emoji.webp") as opened:
        sheet = torch.from_numpy(np.array(opened.convert("RGB")))
    down, across = sheet.shape[0] // 32, sheet.shape[1] // 32
    tiles = sheet.reshape(down, 32, across, 32, 3).permute(0, 2, 4, 1, 3)
    place = {row["file"]: number for number, row in enumerate(rows)}
    chosen = [place[file] for file in files]
    return tiles.reshape(-1, 3, 32, 32)[chosen], [rows[n]["family"] for n in chosen]


# --8<-- [end:tiles]
