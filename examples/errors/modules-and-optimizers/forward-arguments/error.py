"""Call a model without the mask that it takes."""
# handbook: raises=TypeError

# --8<-- [start:error]
import torch
from torch import nn


class Mean(nn.Module):
    def forward(self, tokens: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        return (tokens * mask).sum(dim=1) / mask.sum(dim=1)


batch = (torch.ones(2, 3), torch.ones(2, 3))
print(type(batch), len(batch))
Mean()(batch)
# --8<-- [end:error]
