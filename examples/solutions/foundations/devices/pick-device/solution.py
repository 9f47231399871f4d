"""None, the answer where there is nothing to use, is false.

So `or` goes on to the CPU.
"""

import torch


def pick_device() -> torch.device:
    accelerator = torch.accelerator.current_accelerator(check_available=True)
    return accelerator or torch.device("cpu")
