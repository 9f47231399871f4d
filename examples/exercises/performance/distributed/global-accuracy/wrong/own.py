"""The accuracy of this process alone."""

# hint: call dist.all_reduce

import torch


def global_accuracy(outputs: torch.Tensor, targets: torch.Tensor) -> float:
    return (outputs.argmax(dim=1) == targets).float().sum().item() / max(len(targets), 1)
