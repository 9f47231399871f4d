"""Converts every dtype."""

# hint: only bfloat16 is converted
import numpy as np
import torch


def snapshot(tensor: torch.Tensor) -> np.ndarray:
    return tensor.detach().cpu().float().numpy().copy()
