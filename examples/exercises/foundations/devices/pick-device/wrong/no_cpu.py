"""Forgets the machines without an accelerator."""

# hint: then take the CPU
import torch


def pick_device() -> torch.device | None:
    return torch.accelerator.current_accelerator(check_available=True)
