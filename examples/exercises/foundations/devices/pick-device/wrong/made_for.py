"""Takes what the build was made for."""

# hint: ask what the machine can use: check_available=True
import torch


def pick_device() -> torch.device:
    return torch.accelerator.current_accelerator() or torch.device("cpu")
