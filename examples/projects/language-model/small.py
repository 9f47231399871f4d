"""Two models on the way to a GPT: a few characters at once, and one head."""

# --8<-- [start:mlp]
import torch
import torch.nn.functional as F
from torch import nn

from gpt import rotate


class FewCharacters(nn.Module):
    """Vectors of the last few tokens, side by side, through a network of two layers."""

    def __init__(self, size: int, few: int = 8, width: int = 16) -> None:
        super().__init__()
        self.few = few
        self.token = nn.Embedding(size, width)
        self.mlp = nn.Sequential(
            nn.Linear(few * width, 128), nn.GELU(), nn.Linear(128, size)
        )

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        windows = F.pad(tokens, (self.few - 1, 0)).unfold(1, self.few, 1)
        return self.mlp(self.token(windows).flatten(2))


# --8<-- [end:mlp]


# --8<-- [start:head]
class OneHead(nn.Module):
    """One head of causal attention, by hand, and a layer that answers."""

    def __init__(self, size: int, width: int = 64) -> None:
        super().__init__()
        self.token = nn.Embedding(size, width)
        self.q, self.k, self.v = (nn.Linear(width, width) for _ in range(3))
        self.head = nn.Linear(width, size)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        x = self.token(tokens)
        length, width = x.shape[1:]
        q, k, v = rotate(self.q(x), 0), rotate(self.k(x), 0), self.v(x)
        scores = q @ k.transpose(1, 2) / width**0.5
        later = torch.ones(length, length, dtype=torch.bool, device=x.device).triu(1)
        shares = scores.masked_fill(later, -torch.inf).softmax(dim=2)
        return self.head(x + shares @ v)


# --8<-- [end:head]
