"""Find the tensors of a module that are on another device."""

import torch
from torch import nn


def left_behind(module: nn.Module, device: torch.device) -> list[str]:
    """Return the sorted names of all tensors that are not on this type of device.

    Count parameters, buffers and plain tensor attributes, of the module and of the
    modules inside it. The name is the path from the outer module, as in "0.weight" or
    "scale". Modules in a Python list need not be found. "cpu" and "cpu:0" are the same
    type.
    """
