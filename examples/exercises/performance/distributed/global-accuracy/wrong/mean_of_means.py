"""The mean of the accuracies."""

# hint: shares differ in size

import torch
import torch.distributed as dist


def global_accuracy(outputs: torch.Tensor, targets: torch.Tensor) -> float:
    accuracy = (outputs.argmax(dim=1) == targets).float().sum() / max(len(targets), 1)
    dist.all_reduce(accuracy)
    return accuracy.item() / dist.get_world_size()
