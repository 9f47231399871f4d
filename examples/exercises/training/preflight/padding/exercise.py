"""Write a check: does an answer depend on how much padding stands behind its text?"""

import torch
from torch import nn


def depends_on_padding(
    model: nn.Module, tokens: torch.Tensor, mask: torch.Tensor
) -> bool:
    """Return whether one more column of padding changes an answer of the model.

    tokens (N, L) are numbers of words, 0 where there is padding; mask (N, L) is True at
    words. model(tokens, mask) returns (N, K). What counts are the answers in eval mode;
    afterwards the model is in the mode in which it was. Answers that are closer than
    1e-4 are the same.
    """
