"""A trainer to check: python preflight.py own.py."""

# --8<-- [start:trainer]
import torch
from torch import nn
from torch.nn import functional as F

from preflight import Batch, Trainer, inspect, report

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
generator = torch.Generator().manual_seed(0)
patterns = torch.rand(10, 64, generator=generator)
labels = torch.randint(0, 10, (1000,), generator=generator)
noise = 0.3 * torch.randn(1000, 64, generator=generator)
signals = (patterns[labels] + noise).clamp(0, 1)


def make_model() -> nn.Module:
    hidden = nn.Linear(64, 32, bias=False), nn.BatchNorm1d(32), nn.ReLU()
    return nn.Sequential(*hidden, nn.Dropout(0.2), nn.Linear(32, 10)).to(device)


def make_batch() -> Batch:
    rows = torch.randperm(len(signals))[:64]
    return signals[rows].to(device), labels[rows].to(device)


def make_optimizer(model: nn.Module) -> torch.optim.Optimizer:
    return torch.optim.SGD(model.parameters(), lr=0.2)


def trainer() -> Trainer:
    return Trainer(make_model, make_batch, F.cross_entropy, make_optimizer)


# --8<-- [end:trainer]

# --8<-- [start:report]
if __name__ == "__main__":
    print(report(inspect(trainer())))
# --8<-- [end:report]
