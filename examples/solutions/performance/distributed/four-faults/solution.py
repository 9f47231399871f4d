"""Repair four faults of a distributed script."""

import os

import torch
import torch.distributed as dist
from torch import nn
from torch.utils.data import DataLoader, Dataset, DistributedSampler


def choose_device(kind: str) -> torch.device:
    return torch.device(kind, int(os.environ["LOCAL_RANK"]))


def make_loader(dataset: Dataset, batch_size: int) -> DataLoader:
    sampler = DistributedSampler(dataset, shuffle=True)
    return DataLoader(dataset, batch_size=batch_size, sampler=sampler)


def start_epoch(loader: DataLoader, epoch: int) -> None:
    loader.sampler.set_epoch(epoch)


def save(model: nn.Module, path: str) -> None:
    if dist.get_rank() == 0:
        torch.save(model.module.state_dict(), path)
