"""Choose the loss, and bring outputs and targets into the form that it wants."""

import torch


def loss_for(task: str, outputs: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """Return the loss of a batch, averaged over what counts.

    Outputs are the raw numbers of the last linear layer.

    task        outputs     targets
    "price"     (N, 1)      (N,) floats; squared error
    "outliers"  (N, 1)      (N,) floats, some of them absurd; absolute error
    "digit"     (N, 10)     (N, 1) class numbers, int64
    "spam"      (N, 1)      (N,) True or False
    "tags"      (N, K)      (N, K) 0 or 1, int64; several may be 1
    "words"     (N, L, K)   (N, L) class numbers, int64; -1 where there is no word
    """
