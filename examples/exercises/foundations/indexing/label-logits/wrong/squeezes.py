"""Takes away every axis of size 1, and with it the batch axis of a single sequence."""

# hint: the shape should be (1,
import torch


def label_logits(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    return logits.gather(dim=2, index=labels[:, :, None]).squeeze()
