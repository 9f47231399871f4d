"""A process without images leaves early."""

# hint: every process must make the same calls

import torch
import torch.distributed as dist


def global_accuracy(outputs: torch.Tensor, targets: torch.Tensor) -> float:
    if len(targets) == 0:
        return 0.0
    totals = torch.tensor([(outputs.argmax(dim=1) == targets).sum().item(), len(targets)])
    dist.all_reduce(totals)
    return (totals[0] / totals[1]).item()
