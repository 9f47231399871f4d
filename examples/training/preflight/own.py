"""A trainer to check: python preflight.py own.py."""

# --8<-- [start:trainer]
import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.nn import functional as F

from preflight import Batch, Trainer, inspect, report

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
digits = load_digits()
images = torch.tensor(digits.data, dtype=torch.float32) / 16
labels = torch.tensor(digits.target)


def make_model() -> nn.Module:
    hidden = nn.Linear(64, 32, bias=False), nn.BatchNorm1d(32), nn.ReLU()
    return nn.Sequential(*hidden, nn.Dropout(0.2), nn.Linear(32, 10)).to(device)


def make_batch() -> Batch:
    rows = torch.randperm(len(images))[:64]
    return images[rows].to(device), labels[rows].to(device)


def make_optimizer(model: nn.Module) -> torch.optim.Optimizer:
    return torch.optim.SGD(model.parameters(), lr=0.2)


def trainer() -> Trainer:
    return Trainer(make_model, make_batch, F.cross_entropy, make_optimizer)


# --8<-- [end:trainer]

# --8<-- [start:report]
if __name__ == "__main__":
    print(report(inspect(trainer())))
# --8<-- [end:report]
