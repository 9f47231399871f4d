"""Compute both sides and choose without a branch."""

# --8<-- [start:fix]
import torch


@torch.compile(fullgraph=True, backend="eager")
def upright(x: torch.Tensor) -> torch.Tensor:
    return torch.where(x.sum() > 0, x, -x)


print(upright(torch.ones(3)), upright(-torch.ones(3)))
# --8<-- [end:fix]
