"""Build a transformer: blocks, positions, a cache; and generate with it."""

# --8<-- [start:self-attention]
import torch
from torch import nn
from torch.nn import functional as F


class SelfAttention(nn.Module):
    def __init__(self, width: int, heads: int, causal: bool = False) -> None:
        super().__init__()
        self.heads, self.causal = heads, causal
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def split(self, x: torch.Tensor) -> list[torch.Tensor]:
        batch, length, _ = x.shape
        parts = self.qkv(x).chunk(3, dim=-1)
        heads = [part.view(batch, length, self.heads, -1) for part in parts]
        return [part.transpose(1, 2) for part in heads]

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        query, key, value = self.split(x)
        mixed = F.scaled_dot_product_attention(query, key, value, is_causal=self.causal)
        return self.out(mixed.transpose(1, 2).flatten(2))


def gap(one: torch.Tensor, other: torch.Tensor) -> str:
    return f"{(one - other).abs().max():.4f}"


accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
# --8<-- [end:self-attention]


# --8<-- [start:block]
class Block(nn.Module):
    def __init__(self, width: int, attention: nn.Module) -> None:
        super().__init__()
        self.attention = attention
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.mlp = nn.Sequential(
            nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width)
        )

    def forward(self, x: torch.Tensor, *cache) -> torch.Tensor:
        x = x + self.attention(self.norm1(x), *cache)
        return x + self.mlp(self.norm2(x))


torch.manual_seed(0)
block = Block(32, SelfAttention(32, heads=4, causal=True)).to(device)
x = torch.randn(2, 6, 32).to(device)
print(tuple(block(x).shape))
count = sum(part.numel() for part in block.parameters())
print(f"{count:,} parameters, by formula {12 * 32**2 + 13 * 32:,}")
gpt2 = 12 * (12 * 768**2 + 13 * 768) + (50257 + 1024) * 768 + 2 * 768
print(f"GPT-2 small: {gpt2:,} parameters")
# --8<-- [end:block]


# --8<-- [start:block-theirs]
theirs = nn.TransformerEncoderLayer(
    32,
    nhead=4,
    dim_feedforward=128,
    activation="gelu",
    norm_first=True,
    batch_first=True,
).to(device)
parts = theirs.self_attn
stacked = {"weight": parts.in_proj_weight, "bias": parts.in_proj_bias}
block.attention.qkv.load_state_dict(stacked)
block.attention.out.load_state_dict(parts.out_proj.state_dict())
for ours, other in (
    (block.norm1, theirs.norm1),
    (block.norm2, theirs.norm2),
    (block.mlp[0], theirs.linear1),
    (block.mlp[2], theirs.linear2),
):
    ours.load_state_dict(other.state_dict())
future = torch.ones(6, 6, dtype=torch.bool, device=device).triu(diagonal=1)
print("largest difference", gap(block(x), theirs.eval()(x, src_mask=future)))
# --8<-- [end:block-theirs]


# --8<-- [start:order]
layer = SelfAttention(32, heads=4).to(device)
order = torch.tensor([3, 0, 4, 1, 2, 5], device=device)
positions = nn.Embedding(6, 32).to(device)(torch.arange(6, device=device))
cases = ("plain", False, 0), ("with positions", False, positions), ("causal", True, 0)
for name, causal, added in cases:
    layer.causal = causal
    shuffled_first = layer(x[:, order] + added)
    shuffled_after = layer(x + added)[:, order]
    largest = gap(shuffled_first, shuffled_after)
    last = gap(shuffled_first[:, -1], shuffled_after[:, -1])
    print(f"{name:15} largest difference {largest}  of the last output {last}")
# --8<-- [end:order]


# --8<-- [start:rotary]
def rotate(x: torch.Tensor, start: int = 0) -> torch.Tensor:
    length, width = x.shape[-2:]
    positions = torch.arange(start, start + length, device=x.device)
    speeds = 10_000.0 ** (-torch.arange(0, width, 2, device=x.device) / width)
    angles = positions[:, None] * speeds
    cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    first, second = x.chunk(2, dim=-1)
    return torch.cat([first * cos - second * sin, second * cos + first * sin], dim=-1)


torch.manual_seed(5)
query, key = torch.randn(2, 1, 8).to(device)
for at_query, at_key in ((3, 1), (103, 101), (3, 0)):
    score = rotate(query, at_query) @ rotate(key, at_key).mT
    print(f"query at {at_query:3}, key at {at_key:3}: score {score.item():.2f}")
print(f"length {query.norm().item():.2f}, rotated {rotate(query, 3).norm().item():.2f}")
# --8<-- [end:rotary]


# --8<-- [start:cache]
from torch.nn.attention.bias import causal_lower_right


class CachedAttention(SelfAttention):
    def __init__(self, width: int, heads: int) -> None:
        super().__init__(width, heads, causal=True)

    def forward(
        self, x: torch.Tensor, cache: list[torch.Tensor] | None = None
    ) -> torch.Tensor:
        query, key, value = self.split(x)
        start = cache[0].shape[2] if cache else 0
        query, key = rotate(query, start), rotate(key, start)
        if cache:
            key = torch.cat([cache[0], key], dim=2)
            value = torch.cat([cache[1], value], dim=2)
        if cache is not None:
            cache[:] = [key, value]
        new, keys = query.shape[2], key.shape[2]
        mask = causal_lower_right(new, keys) if 1 < new < keys else None
        mixed = F.scaled_dot_product_attention(
            query, key, value, attn_mask=mask, is_causal=bool(new == keys)
        )
        return self.out(mixed.transpose(1, 2).flatten(2))


# --8<-- [end:cache]


# --8<-- [start:model]
class TinyModel(nn.Module):
    def __init__(self, tokens: int = 20, width: int = 32, depth: int = 2) -> None:
        super().__init__()
        self.tokens = nn.Embedding(tokens, width)
        blocks = [Block(width, CachedAttention(width, heads=4)) for _ in range(depth)]
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, tokens)

    def forward(
        self, tokens: torch.Tensor, caches: list[list[torch.Tensor]] | None = None
    ) -> torch.Tensor:
        x = self.tokens(tokens)
        for number, block in enumerate(self.blocks):
            x = block(x, caches[number] if caches is not None else None)
        return self.head(self.norm(x))


torch.manual_seed(0)
model = TinyModel().to(device).eval()
tokens = torch.randint(20, (2, 10)).to(device)
with torch.no_grad():
    whole = model(tokens)
    caches = [[] for _ in model.blocks]
    steps = [model(part, caches) for part in tokens.split([4, 1, 1, 3, 1], dim=1)]
print([tuple(step.shape) for step in steps])
print("largest difference", gap(torch.cat(steps, dim=1), whole))
print("keys of a layer:", tuple(caches[0][0].shape))
# --8<-- [end:model]


# --8<-- [start:generate]
@torch.no_grad()
def generate(
    model: TinyModel, tokens: torch.Tensor, count: int, cached: bool
) -> torch.Tensor:
    caches = [[] for _ in model.blocks] if cached else None
    new = tokens
    for _ in range(count):
        token = model(new, caches)[:, -1:].argmax(dim=-1)
        tokens = torch.cat([tokens, token], dim=1)
        new = token if cached else tokens
    return tokens


with_cache = generate(model, tokens[:, :4], 6, cached=True)
without = generate(model, tokens[:, :4], 6, cached=False)
new = with_cache[:, 4:]
equal = (new == without[:, 4:]).sum().item()
print("generated:", tuple(new.shape), "tokens, equal without a cache:", equal)
# --8<-- [end:generate]


# --8<-- [start:one-query]
torch.manual_seed(0)
x = torch.randn(1, 4, 6, 8).to(device)
last = x[:, :, -1:]
whole = F.scaled_dot_product_attention(x, x, x, is_causal=True)
wrong = F.scaled_dot_product_attention(last, x, x, is_causal=True)
right = F.scaled_dot_product_attention(last, x, x)
print(f"last row of the whole sequence {whole[0, 0, -1, 0]:.4f}")
print(f"last query, is_causal=True     {wrong[0, 0, 0, 0]:.4f}")
print(f"last query, no mask            {right[0, 0, 0, 0]:.4f}")
print(f"first value                    {x[0, 0, 0, 0]:.4f}")
# --8<-- [end:one-query]
