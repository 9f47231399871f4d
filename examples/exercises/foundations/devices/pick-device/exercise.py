"""Choose the device on any machine."""

import torch


def pick_device() -> torch.device:
    """Return the accelerator that this machine can use, or else the CPU.

    Four machines are tried: a build for the CPU; a build for CUDA without a GPU; a
    build for CUDA with one; a Mac with MPS.
    """
