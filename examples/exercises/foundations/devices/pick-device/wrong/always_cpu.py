"""Runs everywhere, and never on a GPU."""

# hint: there is a GPU that can be used
import torch


def pick_device() -> torch.device:
    return torch.device("cpu")
