"""Sets an attribute of the module, which no parameter reads."""

# hint: requires_grad is a flag of each parameter
from torch import nn


def new_head(model: nn.Module, classes: int) -> list[nn.Parameter]:
    model.requires_grad = False
    model.fc = nn.Linear(model.fc.in_features, classes)
    return list(model.fc.parameters())
