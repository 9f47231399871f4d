"""Let a model write on, one piece after the other."""

# --8<-- [start:write]
import torch
from torch import nn

from pieces import Pieces


@torch.inference_mode()
def write(
    model: nn.Module, pieces: Pieces, prompt: str, count: int, context: int, seed: int
) -> str:
    """Draw each next piece with the shares of the model, for `count` characters."""
    model.eval()
    generator = torch.Generator().manual_seed(seed)
    tokens = pieces.encode(prompt)
    while len(text := pieces.decode(tokens)) < count:
        shares = model(tokens[None, -context:])[0, -1].double().softmax(dim=0)
        dart = torch.rand(1, generator=generator, dtype=torch.float64)
        drawn = torch.searchsorted(shares.cumsum(dim=0), dart)
        tokens = torch.cat((tokens, drawn.clamp(max=len(shares) - 1)))
    return text


# --8<-- [end:write]
