"""Compute the accuracy over all processes."""

import torch
import torch.distributed as dist


def global_accuracy(outputs: torch.Tensor, targets: torch.Tensor) -> float:
    correct = (outputs.argmax(dim=1) == targets).sum()
    totals = torch.stack([correct, torch.tensor(len(targets), device=correct.device)])
    dist.all_reduce(totals)
    return (totals[0] / totals[1]).item()
