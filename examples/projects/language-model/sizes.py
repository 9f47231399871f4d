"""One recipe in several sizes: more width, depth, text or steps."""

# --8<-- [start:sizes]
from dataclasses import replace

import torch

from train_gpt import Options

BASE = Options(size=512, rate=0.007)
QUARTER = 0.25
SIZES = {
    "base": (BASE, QUARTER),
    "width × 2": (replace(BASE, width=128), QUARTER),
    "depth × 2": (replace(BASE, blocks=4), QUARTER),
    "text ÷ 4": (BASE, QUARTER / 4),
    "text × 2": (BASE, 2 * QUARTER),
    "text × 4": (BASE, 4 * QUARTER),
    "steps × 2": (replace(BASE, steps=600), QUARTER),
}


def share_of(text: str, share: float) -> str:
    """Some entries, drawn at random: a smaller share is a part of a larger one."""
    entries = text.strip().split("\n\n")
    order = torch.randperm(len(entries), generator=torch.Generator().manual_seed(0))
    kept = sorted(order[: round(share * len(entries))].tolist())
    return "".join(f"\n\n{entries[place]}" for place in kept)


# --8<-- [end:sizes]
