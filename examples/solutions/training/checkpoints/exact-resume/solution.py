"""Four states and the epoch."""

import torch
from torch.optim import Optimizer
from torch.optim.lr_scheduler import LRScheduler


def save(
    path: str,
    model: torch.nn.Module,
    optimizer: Optimizer,
    scheduler: LRScheduler,
    epoch: int,
) -> None:
    checkpoint = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "scheduler": scheduler.state_dict(),
        "random": torch.get_rng_state(),
        "epoch": epoch,
    }
    torch.save(checkpoint, path)


def resume(
    path: str, model: torch.nn.Module, optimizer: Optimizer, scheduler: LRScheduler
) -> int:
    checkpoint = torch.load(path, weights_only=True, map_location="cpu")
    model.load_state_dict(checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    scheduler.load_state_dict(checkpoint["scheduler"])
    torch.set_rng_state(checkpoint["random"])
    return checkpoint["epoch"]
