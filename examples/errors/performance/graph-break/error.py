"""Compile a branch on a value as one graph."""
# handbook: raises=Unsupported

# --8<-- [start:error]
import torch


@torch.compile(fullgraph=True, backend="eager")
def upright(x: torch.Tensor) -> torch.Tensor:
    if x.sum() > 0:
        return x
    return -x


try:
    upright(torch.ones(3))
except Exception as error:
    error.args = (str(error).splitlines()[0],)
    raise
# --8<-- [end:error]
