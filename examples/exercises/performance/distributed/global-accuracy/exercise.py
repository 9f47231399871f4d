"""Compute the accuracy over all processes."""

import torch


def global_accuracy(outputs: torch.Tensor, targets: torch.Tensor) -> float:
    """Return the accuracy over the images of all processes, the same in each.

    Args:
        outputs: Shape (number, classes), the logits for this process's images.
            Numbers differ between processes.
        targets: Shape (number,), their right classes. number may be 0.
    """
