"""Change pictures, train a network on them with checkpoints, and ask it."""

# --8<-- [start:augment]
import math

import torch
from torch import nn
from torch.nn import functional as F


def augment(pixels: torch.Tensor) -> torch.Tensor:
    """Turn, scale, shift, mirror and tint each picture of a batch in its own way."""
    count = len(pixels)
    angle = math.radians(12) * (2 * torch.rand(count) - 1)
    scale = 0.85 + 0.35 * torch.rand(count)
    mirror = 2.0 * torch.randint(0, 2, (count,)) - 1
    shift = 0.2 * (2 * torch.rand(2, count) - 1)
    tint = 0.75 + 0.5 * torch.rand(count, 3, 1, 1)
    cosine, sine = scale * angle.cos(), scale * angle.sin()
    rows = [mirror * cosine, -sine, shift[0], mirror * sine, cosine, shift[1]]
    matrices = torch.stack(rows, dim=1).reshape(count, 2, 3).to(pixels.device)
    grid = F.affine_grid(matrices, pixels.shape, align_corners=False)
    ink = F.grid_sample(255 - pixels, grid, align_corners=False)
    return 255 - (ink * tint.to(pixels.device)).clamp(0, 255)


# --8<-- [end:augment]

# --8<-- [start:checkpoint]
import os
from pathlib import Path
from typing import Any


def save_whole(file: Path, state: dict[str, Any]) -> None:
    """Write the file whole or not at all."""
    unfinished = file.with_name(file.name + ".part")
    torch.save(state, unfinished)
    os.replace(unfinished, file)


# --8<-- [end:checkpoint]

# --8<-- [start:fit]
from collections.abc import Callable


def fit(
    model: nn.Module,
    pixels: torch.Tensor,
    labels: torch.Tensor,
    epochs: int,
    lr: float = 3e-3,
    seed: int = 0,
    batch_size: int = 32,
    weight: torch.Tensor | None = None,
    change: Callable[[torch.Tensor], torch.Tensor] | None = augment,
    checkpoint: Path | None = None,
    report: Callable[[int, float], None] = lambda epoch, loss: None,
) -> None:
    """Train; go on from the checkpoint if there is one, and write it each epoch."""
    device = next(model.parameters()).device
    loss_of = nn.CrossEntropyLoss(weight).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=0.05)
    steps = epochs * math.ceil(len(labels) / batch_size)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, lr, total_steps=steps)
    parts = {"model": model, "optimizer": optimizer, "schedule": schedule}
    torch.manual_seed(seed)
    done = 0
    if checkpoint and checkpoint.is_file():
        state = torch.load(checkpoint, map_location="cpu", weights_only=True)
        for name, part in parts.items():
            part.load_state_dict(state[name])
        torch.set_rng_state(state["random"])
        done = state["epoch"]
    for epoch in range(done + 1, epochs + 1):
        model.train()
        total = torch.zeros((), device=device)
        for chosen in torch.randperm(len(labels)).tensor_split(steps // epochs):
            batch = pixels[chosen].float().to(device)
            logits = model(change(batch) if change else batch)
            loss = loss_of(logits, labels[chosen].to(device))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            total += loss.detach()
        report(epoch, total.item() / (steps // epochs))
        if checkpoint:
            state = {name: part.state_dict() for name, part in parts.items()}
            now = {"epoch": epoch, "random": torch.get_rng_state()}
            save_whole(checkpoint, state | now)


# --8<-- [end:fit]


# --8<-- [start:ask]
@torch.inference_mode()
def ask(model: nn.Module, pixels: torch.Tensor) -> torch.Tensor:
    """Logits (N, classes) of all pictures, on the CPU."""
    model.eval()
    device = next(model.parameters()).device
    batches = pixels.split(128)
    return torch.cat([model(batch.float().to(device)).cpu() for batch in batches])


def confusion(
    wanted: torch.Tensor, answered: torch.Tensor, classes: int
) -> torch.Tensor:
    """Counts: a row for each class, a column for each answer."""
    cells = wanted * classes + answered
    return cells.bincount(minlength=classes**2).reshape(classes, classes)


def macro_f1(tables: torch.Tensor) -> torch.Tensor:
    """The mean F1 of the classes; one without pictures and answers is left out."""
    right = 2 * tables.diagonal(dim1=-2, dim2=-1)
    return (right / (tables.sum(-2) + tables.sum(-1))).nanmean(-1)


# --8<-- [end:ask]
