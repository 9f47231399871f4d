"""Judge a small trained model, and let it write."""

# --8<-- [start:report]
from pathlib import Path

import torch
from safetensors.torch import load_file

from jargon import read, split
from pieces import Pieces
from train_gpt import Options, per_character
from writing import write

WEIGHTS = Path(__file__).resolve().parents[2] / "data/jargon-gpt"
parts = split(read())
characters = "".join(sorted({*"".join(parts.values())}))


def report(name: str, model: torch.nn.Module, pieces: Pieces) -> None:
    """Load its weights, judge it on the test part, and write on from an h."""
    model.load_state_dict(load_file(WEIGHTS / f"{name}.safetensors"))
    context = Options().context
    told = per_character(model, pieces, parts["test"], context)
    print(f"{told:.2f} bits per character")
    print(write(model, pieces, "\n\nh", 250, context, seed=0).strip())


# --8<-- [end:report]
