"""Repaired, the six are one and the same loop.

Beside each name stands what its repair changes.
"""

import torch
from torch import nn
from torch.nn import functional as F

BUGS = {
    "a": "labels misaligned",  # the same rows of images and labels
    "b": "frozen layer",  # model.parameters() for the optimizer, not those of one layer
    "c": "wrong axis",  # cross_entropy, or dim=1
    "d": "no train()",  # model.train() before the loop
    "e": "softmax twice",  # the outputs go to cross_entropy as they are
    "f": "learning rate",  # lr=0.1
}


def train_a(
    model: nn.Sequential, images: torch.Tensor, labels: torch.Tensor
) -> list[float]:
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


train_b = train_c = train_d = train_e = train_f = train_a
