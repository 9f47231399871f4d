"""Knows of CUDA only."""

# hint: CUDA is not the only accelerator
import torch


def pick_device() -> torch.device:
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")
