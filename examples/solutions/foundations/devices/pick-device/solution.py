"""None, the answer where there is nothing to use, is false, so that or goes on to the CPU."""

import torch


def pick_device() -> torch.device:
    return torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")
