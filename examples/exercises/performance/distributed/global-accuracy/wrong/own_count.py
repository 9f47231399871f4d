"""Sums the right answers and divides by this process's count."""

# hint: sum the counts too

import torch
import torch.distributed as dist


def global_accuracy(outputs: torch.Tensor, targets: torch.Tensor) -> float:
    correct = (outputs.argmax(dim=1) == targets).sum()
    dist.all_reduce(correct)
    return correct.item() / max(len(targets), 1)
