"""Save a run on the CPU and resume it bit for bit."""

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
    """Write everything to path that resume needs; epoch is how many epochs are done."""


def resume(
    path: str, model: torch.nn.Module, optimizer: Optimizer, scheduler: LRScheduler
) -> int:
    """Restore the run, its random state too, and return the epoch.

    model, optimizer and scheduler are newly built.
    """
