"""Six trainers, each with one silent bug. Name the bug, and repair the trainer.

Each trains model, a Sequential of Linear, BatchNorm1d, ReLU and Linear, for 60 steps on
images (N, D) and their class numbers (N,), and returns the list of losses. A validation
has left the model in eval mode.

Write into BUGS one of these names for each trainer; each occurs once: "softmax twice",
"wrong axis", "frozen layer", "labels misaligned", "learning rate", "no train()"
"""

import torch
from torch import nn
from torch.nn import functional as F

BUGS = {"a": "", "b": "", "c": "", "d": "", "e": "", "f": ""}


def train_a(
    model: nn.Sequential, images: torch.Tensor, labels: torch.Tensor
) -> list[float]:
    model.train()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    losses = []
    for _ in range(60):
        inputs = images[torch.randperm(len(images))[:64]]
        targets = labels[torch.randperm(len(labels))[:64]]
        optimizer.zero_grad()
        loss = F.cross_entropy(model(inputs), targets)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def train_b(
    model: nn.Sequential, images: torch.Tensor, labels: torch.Tensor
) -> list[float]:
    model.train()
    optimizer = torch.optim.SGD(model[3].parameters(), lr=0.1)
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


def train_c(
    model: nn.Sequential, images: torch.Tensor, labels: torch.Tensor
) -> list[float]:
    model.train()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    losses = []
    for _ in range(60):
        rows = torch.randperm(len(images))[:64]
        inputs, targets = images[rows], labels[rows]
        optimizer.zero_grad()
        log_probabilities = F.log_softmax(model(inputs), dim=0)
        loss = F.nll_loss(log_probabilities, targets)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def train_d(
    model: nn.Sequential, images: torch.Tensor, labels: torch.Tensor
) -> list[float]:
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


def train_e(
    model: nn.Sequential, images: torch.Tensor, labels: torch.Tensor
) -> list[float]:
    model.train()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    losses = []
    for _ in range(60):
        rows = torch.randperm(len(images))[:64]
        inputs, targets = images[rows], labels[rows]
        optimizer.zero_grad()
        probabilities = model(inputs).softmax(dim=1)
        loss = F.cross_entropy(probabilities, targets)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def train_f(
    model: nn.Sequential, images: torch.Tensor, labels: torch.Tensor
) -> list[float]:
    model.train()
    optimizer = torch.optim.SGD(model.parameters(), lr=100.0)
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
