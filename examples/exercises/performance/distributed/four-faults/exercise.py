"""Repair four faults of a distributed script."""

import os

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


def choose_device(kind: str) -> torch.device:
    """Return the device of this process, on any of several machines.

    kind is "cuda", say.
    """
    return torch.device(kind, int(os.environ["RANK"]))


def make_loader(dataset: Dataset, batch_size: int) -> DataLoader:
    """Return a loader over this process's share, shuffled.

    dist.get_rank and dist.get_world_size work.
    """
    return DataLoader(dataset, batch_size=batch_size, shuffle=True)


def start_epoch(loader: DataLoader, epoch: int) -> None:
    """Called by all processes before each epoch, so that each has another order."""


def save(model: nn.Module, path: str) -> None:
    """Save a model that is wrapped in DistributedDataParallel.

    All processes call this. The file is for a model without wrapper.
    """
    torch.save(model.state_dict(), path)
