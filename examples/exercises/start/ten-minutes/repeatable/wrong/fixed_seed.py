"""Repeatable, but always with the same weights."""

# hint: another seed should give other weights
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def make_model(seed: int) -> nn.Sequential:
    torch.manual_seed(0)
    return nn.Sequential(nn.Flatten(), nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 10))


def make_loader(images: torch.Tensor, labels: torch.Tensor, seed: int) -> DataLoader:
    generator = torch.Generator().manual_seed(0)
    return DataLoader(TensorDataset(images, labels), batch_size=32, shuffle=True, generator=generator)
