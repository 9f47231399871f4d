"""Takes the largest logit, whatever the label."""

# hint: that is the largest logit
import torch


def label_logits(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    return logits.max(dim=2).values
