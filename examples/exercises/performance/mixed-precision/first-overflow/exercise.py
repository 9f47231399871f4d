"""Find the layer that overflowed."""

import torch
from torch import nn


def first_overflow(
    model: nn.Module, inputs: torch.Tensor, dtype: torch.dtype
) -> str | None:
    """Return the name of the first module whose output is not finite.

    Run the model under autocast to dtype. Only modules without children count, in the
    order in which they run; the name is the one of named_modules(). If all outputs are
    finite, return None. Leave no hook behind.
    """
