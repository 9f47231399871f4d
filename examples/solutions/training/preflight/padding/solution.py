"""The same texts twice, the second time with one more column of padding."""

import torch
from torch import nn
from torch.nn import functional as F


def depends_on_padding(
    model: nn.Module, tokens: torch.Tensor, mask: torch.Tensor
) -> bool:
    modes = [(module, module.training) for module in model.modules()]
    model.eval()
    with torch.no_grad():
        before = model(tokens, mask)
        after = model(F.pad(tokens, (0, 1)), F.pad(mask, (0, 1)))
    for module, training in modes:
        module.training = training
    return not torch.allclose(before, after, rtol=0, atol=1e-4)
