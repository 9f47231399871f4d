"""The global generator for the weights, one of its own for the order."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def make_model(seed: int) -> nn.Sequential:
    torch.manual_seed(seed)
    return nn.Sequential(nn.Flatten(), nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 10))


def make_loader(images: torch.Tensor, labels: torch.Tensor, seed: int) -> DataLoader:
    generator = torch.Generator().manual_seed(seed)
    samples = TensorDataset(images, labels)
    return DataLoader(samples, batch_size=32, shuffle=True, generator=generator)
