"""Load a network that makes pictures, and save pictures side by side."""

# --8<-- [start:load]
import json
from pathlib import Path

from safetensors import SafetensorError, safe_open
from safetensors.torch import load_file
from torch import nn

from train_generator import build

WEIGHTS = Path(__file__).resolve().parents[2] / "data/picture-generators"


def load(file: Path) -> nn.Module:
    """Return the network of a file of train_generator.py."""
    if not file.is_file():
        raise FileNotFoundError(f"There is no file {file}.")
    try:
        with safe_open(file, framework="pt") as opened:
            about = json.loads(opened.metadata()["about"])
        model = build(about["kind"], about["channels"], len(about["classes"]))
        model.load_state_dict(load_file(file))
    except (SafetensorError, KeyError, TypeError, RuntimeError):
        raise ValueError(f"{file} is no file of train_generator.py.") from None
    return model.eval()


# --8<-- [end:load]

# --8<-- [start:rows]
import matplotlib.pyplot as plt
import torch
from torchvision.utils import make_grid


def save_rows(name: str, rows: list[torch.Tensor]) -> None:
    """Save rows of pictures, bytes (N, channels, 16, 16), as one picture."""
    whole = torch.cat(rows).expand(-1, 3, -1, -1)
    grid = make_grid(whole, nrow=len(rows[0]), padding=2, pad_value=255)
    pixels = grid.permute(1, 2, 0).numpy()
    plt.imsave(name, pixels, pil_kwargs={"lossless": True})


# --8<-- [end:rows]
