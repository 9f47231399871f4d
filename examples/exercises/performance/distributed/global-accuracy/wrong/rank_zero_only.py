"""Only one process takes part."""

# hint: every process must make the same calls

import torch
import torch.distributed as dist


def global_accuracy(outputs: torch.Tensor, targets: torch.Tensor) -> float:
    totals = torch.tensor([(outputs.argmax(dim=1) == targets).sum().item(), len(targets)])
    if dist.get_rank() == 0:
        dist.all_reduce(totals)
    return (totals[0] / totals[1].clamp(min=1)).item()
