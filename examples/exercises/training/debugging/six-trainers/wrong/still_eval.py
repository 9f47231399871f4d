"""Names the missing train() and leaves it out."""

# hint: no batch
import torch
from torch import nn
from torch.nn import functional as F

BUGS = {
    "a": "labels misaligned",
    "b": "frozen layer",
    "c": "wrong axis",
    "d": "no train()",
    "e": "softmax twice",
    "f": "learning rate",
}


def train_a(model: nn.Sequential, images: torch.Tensor, labels: torch.Tensor) -> list[float]:
    model.train()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
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


def train_b(model: nn.Sequential, images: torch.Tensor, labels: torch.Tensor) -> list[float]:
    model.train()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
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


def train_c(model: nn.Sequential, images: torch.Tensor, labels: torch.Tensor) -> list[float]:
    model.train()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
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


def train_d(model: nn.Sequential, images: torch.Tensor, labels: torch.Tensor) -> list[float]:
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
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


def train_e(model: nn.Sequential, images: torch.Tensor, labels: torch.Tensor) -> list[float]:
    model.train()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
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


def train_f(model: nn.Sequential, images: torch.Tensor, labels: torch.Tensor) -> list[float]:
    model.train()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
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
