"""Lowers the learning rate, but not enough."""

# hint: far above the first
from pathlib import Path

import torch
from checking import load
from torch import nn
from torch.nn import functional as F

folder = Path(__file__).resolve().parents[1]
solution = load(folder / "solution.py")
BUGS = solution.BUGS
train_a = solution.train_a
train_b = solution.train_b
train_c = solution.train_c
train_d = solution.train_d
train_e = solution.train_e


def train_f(model: nn.Sequential, images: torch.Tensor, labels: torch.Tensor) -> list[float]:
    model.train()
    optimizer = torch.optim.SGD(model.parameters(), lr=20.0)
    losses = []
    for _ in range(60):
        rows = torch.randperm(len(images))[:64]
        inputs, targets = images[rows], labels[rows]
        optimizer.zero_grad()
        loss = F.cross_entropy(model(inputs), targets)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
