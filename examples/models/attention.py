"""Write attention by hand, mask it, give it heads, positions and a cache; compare."""

# --8<-- [start:first]
import math

import torch

query = torch.tensor([[math.log(2), 0.0, 0.0, 0.0]])
keys = 2 * torch.eye(3, 4)
values = torch.tensor([[10.0], [20.0], [30.0]])

scores = query @ keys.mT / math.sqrt(4)
weights = scores.softmax(dim=-1)
print(keys)
print(scores)
print(weights)
print(weights @ values)
# --8<-- [end:first]


# --8<-- [start:function]
def attention_weights(
    query: torch.Tensor, key: torch.Tensor, mask: torch.Tensor | None = None
) -> torch.Tensor:
    scores = query @ key.mT / math.sqrt(query.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    return scores.softmax(dim=-1)


letters = "abacba"
numbers = ["abc".index(letter) for letter in letters]
vectors = 2 * torch.eye(3)[numbers]
print(attention_weights(vectors, vectors).numpy().round(2))
# --8<-- [end:function]

# --8<-- [start:shapes]
from torch.nn import functional as F


def gap(one: torch.Tensor, other: torch.Tensor) -> str:
    return f"{(one - other).abs().max():.4f}"


accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
torch.manual_seed(0)
query = torch.randn(2, 4, 3, 8).to(device)
key = torch.randn(2, 4, 5, 8).to(device)
value = torch.randn(2, 4, 5, 6).to(device)
weights = attention_weights(query, key)
by_hand = weights @ value
sdpa = F.scaled_dot_product_attention(query, key, value)
print(tuple(weights.shape), tuple(by_hand.shape))
print("largest difference", gap(sdpa, by_hand))
# --8<-- [end:shapes]

# --8<-- [start:scale]
generator = torch.Generator().manual_seed(0)
print("width  spread  largest weight     slope")
print("               plain  divided     plain  divided")
for width in (4, 64, 1024):
    query = torch.randn(1000, width, generator=generator)
    key = torch.randn(16, width, generator=generator)
    plain = query @ key.mT
    largest, slope = [], []
    for scores in (plain, plain / math.sqrt(width)):
        weights = scores.softmax(dim=-1)
        largest.append(weights.amax(dim=-1).mean().item())
        slope.append((weights * (1 - weights)).mean().item())
    row = f"{largest[0]:7.2f} {largest[1]:8.2f} {slope[0]:9.3f} {slope[1]:8.3f}"
    print(f"{width:5} {plain.std():7.2f} {row}")
# --8<-- [end:scale]

# --8<-- [start:masks]
from torch import nn

x = torch.randn(1, 4, 8).to(device)
read = torch.eye(4).expand(1, 4, 4).contiguous().to(device)
real = torch.tensor([[True, True, True, False]]).to(device)
allowed = real[:, None, :].expand(1, 4, 4)
added = torch.zeros(1, 4, 4, device=device).masked_fill(~allowed, float("-inf"))
masks = {"none": None, "bool": allowed, "0 and -inf": added}
for name, mask in (masks | {"1.0 and 0.0": allowed.float()}).items():
    weights = F.scaled_dot_product_attention(x, x, read, attn_mask=mask)
    print(f"{name:12}", weights[0, 0].cpu().numpy().round(3))
# --8<-- [end:masks]

# --8<-- [start:opposite]
layer = nn.MultiheadAttention(8, num_heads=2, batch_first=True).to(device)
print("real                  ", real[0].int().tolist())
with torch.no_grad():
    for name, mask in (("real", real), ("~real", ~real)):
        _, weights = layer(x, x, x, key_padding_mask=mask)
        print(f"key_padding_mask={name:5}", weights[0, 0].cpu().numpy().round(2))
# --8<-- [end:opposite]


# --8<-- [start:causal]
x = torch.randn(1, 4, 8).to(device)
causal = torch.ones(4, 4, dtype=torch.bool, device=device).tril()
sdpa = F.scaled_dot_product_attention(x, x, x, is_causal=True)
print("largest difference", gap(sdpa, attention_weights(x, x, causal) @ x))
try:
    F.scaled_dot_product_attention(x, x, x, attn_mask=causal, is_causal=True)
except RuntimeError as error:
    print(error)
# --8<-- [end:causal]


# --8<-- [start:corner]
def seen(queries: int, keys: int, mask: torch.Tensor | None = None) -> torch.Tensor:
    q = torch.zeros(1, queries, keys, device=device)
    k = torch.zeros(1, keys, keys, device=device)
    read = torch.eye(keys, device=device)[None]
    weights = F.scaled_dot_product_attention(
        q, k, read, attn_mask=mask, is_causal=mask is None
    )
    return (weights[0] > 0).int()


lower_right = torch.ones(2, 4, dtype=torch.bool, device=device).tril(diagonal=4 - 2)
print("is_causal, 4 queries, 4 keys:", *seen(4, 4).tolist())
print("is_causal, 2 queries, 4 keys:", *seen(2, 4).tolist())
print("is_causal, 4 queries, 2 keys:", *seen(4, 2).tolist())
print("tril(diagonal=4 - 2):        ", *seen(2, 4, lower_right).tolist())
# --8<-- [end:corner]


# --8<-- [start:heads]
class SelfAttention(nn.Module):
    def __init__(
        self, width: int, heads: int, causal: bool = False, dropout: float = 0.0
    ) -> None:
        super().__init__()
        self.heads, self.causal, self.dropout = heads, causal, dropout
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def split(self, x: torch.Tensor) -> list[torch.Tensor]:
        batch, length, _ = x.shape
        parts = self.qkv(x).chunk(3, dim=-1)
        heads = [part.view(batch, length, self.heads, -1) for part in parts]
        return [part.transpose(1, 2) for part in heads]

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        query, key, value = self.split(x)
        dropout = self.dropout if self.training else 0.0
        mixed = F.scaled_dot_product_attention(
            query, key, value, is_causal=self.causal, dropout_p=dropout
        )
        return self.out(mixed.transpose(1, 2).flatten(2))


torch.manual_seed(0)
layer = SelfAttention(width=32, heads=4).to(device)
x = torch.randn(2, 6, 32).to(device)
count = sum(parameter.numel() for parameter in layer.parameters())
print(tuple(layer(x).shape), count, "=", 4 * 32**2 + 4 * 32)
# --8<-- [end:heads]


# --8<-- [start:theirs]
def copy_weights(layer: SelfAttention, theirs: nn.MultiheadAttention) -> None:
    with torch.no_grad():
        layer.qkv.weight.copy_(theirs.in_proj_weight)
        layer.qkv.bias.copy_(theirs.in_proj_bias)
    layer.out.load_state_dict(theirs.out_proj.state_dict())


theirs = nn.MultiheadAttention(32, num_heads=4, batch_first=True).to(device)
for name, tensor in theirs.named_parameters():
    print(f"{name:15} {tuple(tensor.shape)}")
copy_weights(layer, theirs)
output, weights = theirs(x, x, x)
print("largest difference", gap(layer(x), output), "weights", tuple(weights.shape))
# --8<-- [end:theirs]

# --8<-- [start:promise]
from functools import partial

theirs = nn.MultiheadAttention(8, num_heads=2, batch_first=True)
x = torch.randn(1, 4, 8)
call = partial(theirs, query=x, key=x, value=x)
future = torch.ones(4, 4, dtype=torch.bool).triu(diagonal=1)
causal, full = call(attn_mask=future)[0], call()[0]
for training in (True, False):
    theirs.train(training)
    for name, mask in (("with attn_mask", future), ("alone", None)):
        try:
            with torch.no_grad():
                output, _ = call(attn_mask=mask, is_causal=True)
            told = (
                f"{gap(output, causal)} from causal, {gap(output, full)} from no mask"
            )
        except RuntimeError as error:
            told = str(error).split(". ")[0]
        print(f"{'train' if training else 'eval':5} is_causal {name:14} {told}")
# --8<-- [end:promise]


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
copy_weights(block.attention, theirs.self_attn)
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
order = torch.tensor([3, 0, 5, 1, 4, 2], device=device)
positions = nn.Embedding(6, 32).to(device)(torch.arange(6, device=device))
cases = ("plain", False, 0), ("with positions", False, positions), ("causal", True, 0)
for name, causal, added in cases:
    layer.causal = causal
    shuffled_first = layer(x[:, order] + added)
    shuffled_after = layer(x + added)[:, order]
    print(f"{name:15} largest difference", gap(shuffled_first, shuffled_after))
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
            query, key, value, attn_mask=mask, is_causal=new == keys
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
equal = (with_cache == without).sum().item()
print("generated:", tuple(with_cache.shape), "equal:", equal)
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


# --8<-- [start:machine-choice]
from collections.abc import Callable

from torch.profiler import ProfilerActivity, profile


def kernel(call: Callable, *inputs, **options) -> str:
    with profile(activities=[ProfilerActivity.CPU]) as profiler:
        call(*inputs, **options)
    names = [row.key for row in profiler.key_averages()]
    return ", ".join(name for name in names if "::_scaled_dot" in name) or "none"


x = torch.randn(1, 4, 16, 32).to(device)
sdpa = F.scaled_dot_product_attention
layer = nn.MultiheadAttention(32, num_heads=4, batch_first=True).to(device)
sequence = x[0, :1]
print("4 axes:", kernel(sdpa, x, x, x))
print("3 axes:", kernel(sdpa, x[0], x[0], x[0]))
print("2 axes:", kernel(sdpa, x[0, 0], x[0, 0], x[0, 0]))
print("dropout_p=0.1:", kernel(sdpa, x, x, x, dropout_p=0.1))
for need in (True, False):
    found = kernel(layer, sequence, sequence, sequence, need_weights=need)
    print(f"MultiheadAttention, need_weights={need}: {found}")
# --8<-- [end:machine-choice]


# --8<-- [start:kept]
def kept(call: Callable, *inputs, **options) -> str:
    sizes: dict[int, int] = {}

    def pack(tensor: torch.Tensor) -> torch.Tensor:
        storage = tensor.untyped_storage()
        sizes[storage.data_ptr()] = storage.nbytes()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        call(*inputs, **options)
    return f"{sum(sizes.values()) / 1e6:.2f} MB"


# --8<-- [end:kept]


# --8<-- [start:machine-kept]
def by_hand(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    return attention_weights(q, k) @ v


for length in (256, 1024):
    x = torch.randn(1, 4, length, 32).to(device).requires_grad_()
    inputs = x + 1, x + 2, x + 3
    print(f"length {length}, by hand: {kept(by_hand, *inputs)}")
    print(f"length {length}, SDPA: {kept(sdpa, *inputs)}")
    for need in (True, False):
        sequence = torch.randn(1, length, 32).to(device)
        cost = kept(layer, sequence, sequence, sequence, need_weights=need)
        print(f"length {length}, MultiheadAttention, need_weights={need}: {cost}")
# --8<-- [end:machine-kept]

# --8<-- [start:full-row]
generator = torch.Generator().manual_seed(1)
x = torch.randn(1, 3, 8, generator=generator)
mask = torch.tensor([[[True, True, True], [False, False, False], [True, True, True]]])
infinite = torch.zeros(1, 3, 3).masked_fill(~mask, float("-inf"))
lowest = torch.zeros(1, 3, 3).masked_fill(~mask, torch.finfo(torch.float32).min)
with torch.no_grad():
    rows = {
        "by hand": (attention_weights(x, x, mask) @ x)[0, 1],
        "SDPA, bool": F.scaled_dot_product_attention(x, x, x, mask)[0, 1],
        "SDPA, -inf": F.scaled_dot_product_attention(x, x, x, infinite)[0, 1],
        "SDPA, finfo.min": F.scaled_dot_product_attention(x, x, x, lowest)[0, 1],
        "mean of all values": x[0].mean(dim=0),
    }
    layer = nn.MultiheadAttention(8, num_heads=2, batch_first=True)
    ignore = torch.ones(1, 3, dtype=torch.bool)
    for training in (True, False):
        layer.train(training)
        for need in (True, False):
            output, _ = layer(x, x, x, key_padding_mask=ignore, need_weights=need)
            rows[f"layer.train({training}), need_weights={need}"] = output[0, 1]
for name, row in rows.items():
    print(f"{name:38}", row[:3].numpy().round(4))
# --8<-- [end:full-row]


# --8<-- [start:dropout]
class AlwaysDrops(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.scaled_dot_product_attention(x, x, x, dropout_p=0.5)


x = torch.randn(1, 64, 8).to(device)
for model in (AlwaysDrops(), SelfAttention(8, heads=2, dropout=0.5).to(device)):
    model.eval()
    print(
        f"{type(model).__name__:13} twice the same: {torch.equal(model(x), model(x))}"
    )
# --8<-- [end:dropout]

# --8<-- [start:figures]
import matplotlib.pyplot as plt
from matplotlib.patches import Rectangle

figure, panels = plt.subplots(1, 2, figsize=(5, 2.9))
lower = torch.ones(6, 6, dtype=torch.bool).tril()
for axes, (title, mask) in zip(panels, {"no mask": None, "causal mask": lower}.items()):
    weights = attention_weights(vectors, vectors, mask)
    rows, columns = weights.nonzero(as_tuple=True)
    shade = weights[rows, columns]
    square = {"marker": "s", "color": "C0", "linewidths": 0}
    axes.scatter(columns + 0.5, rows + 0.5, s=340, alpha=shade, **square)
    places = [index + 0.5 for index in range(6)]
    axes.set(xlim=(0, 6), xticks=places, xticklabels=letters)
    axes.set(ylim=(6, 0), yticks=places, yticklabels=letters)
    axes.grid(False)
    axes.set(title=title, xlabel="key", ylabel="query", aspect="equal")
figure.tight_layout()
figure.savefig("map.svg")

settings = {
    "is_causal\n4 queries": seen(4, 4),
    "is_causal\n2 queries": seen(2, 4),
    "lower right\n2 queries": seen(2, 4, lower_right),
}
figure, panels = plt.subplots(1, 3, figsize=(5, 2.5))
for axes, (title, mask) in zip(panels, settings.items()):
    for row, line in enumerate(mask.tolist()):
        for column, cell in enumerate(line):
            fill = "C1" if cell else "none"
            place = (column, row)
            axes.add_patch(Rectangle(place, 0.9, 0.9, facecolor=fill, edgecolor="C1"))
    axes.set(xlim=(-0.1, 4), ylim=(4, -0.1), xticks=[], yticks=[], aspect="equal")
    axes.set(title=title, xlabel="keys")
panels[0].set_ylabel("queries")
figure.tight_layout()
figure.savefig("causal.svg")
# --8<-- [end:figures]
