"""A small GPT: attention with a mask and a cache, blocks, the model, its bits."""

# --8<-- [start:attention]
import math

import torch
import torch.nn.functional as F
from torch import nn

Cache = list[tuple[torch.Tensor, torch.Tensor] | None]


def rotate(x: torch.Tensor, past: int) -> torch.Tensor:
    """Turn pairs of numbers by angles that grow with the position."""
    half = x.shape[-1] // 2
    speeds = 1000 ** -(torch.arange(half, device=x.device) / half)
    places = torch.arange(past, past + x.shape[-2], device=x.device)
    angles = places[:, None] * speeds
    first, second = x.chunk(2, dim=-1)
    cos, sin = angles.cos().to(x), angles.sin().to(x)
    return torch.cat((first * cos - second * sin, first * sin + second * cos), dim=-1)


class Attention(nn.Module):
    """Several heads, each of which reads from positions that are not later."""

    def __init__(self, width: int, heads: int, dropout: float, rotary: bool) -> None:
        super().__init__()
        self.heads, self.dropout, self.rotary = heads, dropout, rotary
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(
        self, x: torch.Tensor, cache: Cache | None = None, place: int = 0
    ) -> torch.Tensor:
        n, length, width = x.shape
        qkv = self.qkv(x).view(n, length, 3, self.heads, width // self.heads)
        q, k, v = qkv.permute(2, 0, 3, 1, 4)
        kept = cache[place] if cache else None
        past = kept[0].shape[2] if kept else 0
        if self.rotary:
            q, k = rotate(q, past), rotate(k, past)
        if kept:
            k, v = torch.cat((kept[0], k), dim=2), torch.cat((kept[1], v), dim=2)
        if cache:
            cache[place] = (k, v)
        mask = torch.ones(length, past + length, dtype=torch.bool, device=x.device)
        read = F.scaled_dot_product_attention(
            q,
            k,
            v,
            attn_mask=mask.tril(past) if past else None,
            dropout_p=self.dropout if self.training else 0.0,
            is_causal=not past,
        )
        return self.out(read.transpose(1, 2).reshape(n, length, width))


# --8<-- [end:attention]


# --8<-- [start:block]
class Block(nn.Module):
    """Add what attention reads, then what a small network makes of it."""

    def __init__(self, width: int, heads: int, dropout: float, rotary: bool) -> None:
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention = Attention(width, heads, dropout, rotary)
        self.mlp = nn.Sequential(
            nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width)
        )
        self.drop = nn.Dropout(dropout)

    def forward(
        self, x: torch.Tensor, cache: Cache | None = None, place: int = 0
    ) -> torch.Tensor:
        x = x + self.drop(self.attention(self.norm1(x), cache, place))
        return x + self.drop(self.mlp(self.norm2(x)))


# --8<-- [end:block]


# --8<-- [start:gpt]
class GPT(nn.Module):
    """Tokens (N, length) in, logits (N, length, size) for the tokens after them out."""

    def __init__(
        self,
        size: int,
        context: int = 128,
        width: int = 128,
        heads: int = 4,
        blocks: int = 4,
        dropout: float = 0.0,
        rotary: bool = True,
    ) -> None:
        super().__init__()
        self.context = context
        self.token = nn.Embedding(size, width)
        self.position = None if rotary else nn.Embedding(context, width)
        self.blocks = nn.ModuleList(
            Block(width, heads, dropout, rotary) for _ in range(blocks)
        )
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, size)

    def empty_cache(self) -> Cache:
        return [None] * len(self.blocks)

    def forward(self, tokens: torch.Tensor, cache: Cache | None = None) -> torch.Tensor:
        x = self.token(tokens)
        if self.position is not None:
            past = cache[0][0].shape[2] if cache and cache[0] else 0
            places = torch.arange(past, past + tokens.shape[1], device=x.device)
            x = x + self.position(places)
        for place, block in enumerate(self.blocks):
            x = block(x, cache, place)
        return self.head(self.norm(x))


# --8<-- [end:gpt]


# --8<-- [start:bits]
@torch.inference_mode()
def bits(model: nn.Module, tokens: torch.Tensor, context: int) -> float:
    """Bits that all tokens but the first take, most after half a context or more."""
    model.eval()
    device = next(model.parameters()).device
    half, length = max(1, context // 2), len(tokens) - 1
    windows = max(1, 1 + math.ceil((length - context) / half))
    missing = (windows - 1) * half + context - length
    inputs = F.pad(tokens[:-1], (0, missing)).unfold(0, context, half)
    targets = F.pad(tokens[1:], (0, missing), value=-100).unfold(0, context, half)
    targets = targets.clone()
    targets[1:, : context - half] = -100
    nats = 0.0
    for some, wanted in zip(inputs.split(16), targets.split(16)):
        logits = model(some.to(device)).flatten(0, 1)
        wanted = wanted.flatten().to(device)
        nats += F.cross_entropy(logits, wanted, reduction="sum").item()
    return nats / math.log(2)


# --8<-- [end:bits]
