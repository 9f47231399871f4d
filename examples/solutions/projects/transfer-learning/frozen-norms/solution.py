"""First everything to training, then the exceptions to eval.

Call it wherever you would call model.train().
"""

from torch import nn


def train_mode(model: nn.Module) -> nn.Module:
    model.train()
    for module in model.modules():
        norm = isinstance(module, nn.BatchNorm1d | nn.BatchNorm2d)
        if norm and not module.weight.requires_grad:
            module.eval()
    return model
