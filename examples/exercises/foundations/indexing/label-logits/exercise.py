"""Pick the logit of the right token at every position of every sequence."""

import torch


def label_logits(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Return the tensor picked of shape (batch, length) with
    picked[b, t] = logits[b, t, labels[b, t]].

    logits has shape (batch, length, classes), labels has shape (batch, length)
    and dtype int64. Do not loop.
    """
