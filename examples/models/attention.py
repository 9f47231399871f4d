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

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
torch.manual_seed(0)
query = torch.randn(2, 4, 3, 8).to(device)
key = torch.randn(2, 4, 5, 8).to(device)
value = torch.randn(2, 4, 5, 6).to(device)
weights = attention_weights(query, key)
by_hand = weights @ value
fused = F.scaled_dot_product_attention(query, key, value)
print(weights.shape, by_hand.shape)
print(torch.allclose(fused, by_hand, atol=1e-5))
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
masks = {"bool": allowed, "0 and -inf": added, "1.0 and 0.0": allowed.float()}
for name, mask in (masks | {"none": None}).items():
    weights = F.scaled_dot_product_attention(x, x, read, attn_mask=mask)
    print(f"{name:12}", weights[0, 0].cpu().numpy().round(3))

layer = nn.MultiheadAttention(8, num_heads=2, batch_first=True).to(device)
with torch.no_grad():
    sdpa = F.scaled_dot_product_attention(x, x, read, attn_mask=allowed)
    _, same = layer(x, x, x, key_padding_mask=real)
    _, inverted = layer(x, x, x, key_padding_mask=~real)
print("real                                  ", real[0].tolist())
for name, weights in (
    ("SDPA, attn_mask=real", sdpa),
    ("MultiheadAttention, padding mask=real", same),
    ("MultiheadAttention, padding mask=~real", inverted),
):
    print(f"{name:38}", (weights[0, 0] > 0).tolist())
# --8<-- [end:masks]


# --8<-- [start:causal]
def seen(queries: int, keys: int, mask: torch.Tensor | None = None) -> torch.Tensor:
    q = torch.zeros(1, queries, keys, device=device)
    k = torch.zeros(1, keys, keys, device=device)
    read = torch.eye(keys, device=device)[None]
    weights = F.scaled_dot_product_attention(
        q, k, read, attn_mask=mask, is_causal=mask is None
    )
    return (weights[0] > 0).int()


x = torch.randn(1, 4, 8).to(device)
causal = torch.ones(4, 4, dtype=torch.bool, device=device).tril()
fused = F.scaled_dot_product_attention(x, x, x, is_causal=True)
print(torch.allclose(fused, attention_weights(x, x, causal) @ x, atol=1e-5))
try:
    F.scaled_dot_product_attention(x, x, x, attn_mask=causal, is_causal=True)
except RuntimeError as error:
    print(error)

lower_right = torch.ones(2, 4, dtype=torch.bool, device=device).tril(diagonal=4 - 2)
print("is_causal, 4 queries, 4 keys:", *seen(4, 4).tolist())
print("is_causal, 2 queries, 4 keys:", *seen(2, 4).tolist())
print("is_causal, 4 queries, 2 keys:", *seen(4, 2).tolist())
print("tril(diagonal=4 - 2):        ", *seen(2, 4, lower_right).tolist())
# --8<-- [end:causal]


# --8<-- [start:heads]
class SelfAttention(nn.Module):
    def __init__(
        self, width: int, heads: int, causal: bool = False, dropout: float = 0.0
    ) -> None:
        super().__init__()
        self.heads, self.causal, self.dropout = heads, causal, dropout
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(
        self, x: torch.Tensor, cache: list[torch.Tensor] | None = None
    ) -> torch.Tensor:
        batch, length, width = x.shape
        parts = self.qkv(x).chunk(3, dim=-1)
        heads = [part.view(batch, length, self.heads, -1) for part in parts]
        query, key, value = [head.transpose(1, 2) for head in heads]
        if cache:
            key = torch.cat([cache[0], key], dim=2)
            value = torch.cat([cache[1], value], dim=2)
        if cache is not None:
            cache[:] = [key, value]
        mask = None
        if self.causal:
            keys = key.shape[2]
            mask = torch.ones(length, keys, dtype=torch.bool, device=x.device)
            mask = mask.tril(diagonal=keys - length)
        dropout = self.dropout if self.training else 0.0
        mixed = F.scaled_dot_product_attention(
            query, key, value, attn_mask=mask, dropout_p=dropout
        )
        return self.out(mixed.transpose(1, 2).reshape(batch, length, width))


torch.manual_seed(0)
layer = SelfAttention(width=32, heads=4).to(device)
x = torch.randn(2, 6, 32).to(device)
print(layer(x).shape, sum(parameter.numel() for parameter in layer.parameters()))

theirs = nn.MultiheadAttention(32, num_heads=4, batch_first=True).to(device)
print({name: tuple(tensor.shape) for name, tensor in theirs.named_parameters()})
with torch.no_grad():
    layer.qkv.weight.copy_(theirs.in_proj_weight)
    layer.qkv.bias.copy_(theirs.in_proj_bias)
layer.out.load_state_dict(theirs.out_proj.state_dict())

output, weights = theirs(x, x, x)
print(torch.allclose(layer(x), output, atol=1e-5), tuple(weights.shape))
layer.causal = True
later = torch.ones(6, 6, dtype=torch.bool, device=device).triu(diagonal=1)
output, nothing = theirs(x, x, x, attn_mask=later, is_causal=True, need_weights=False)
print(torch.allclose(layer(x), output, atol=1e-5), nothing)

without_key_1 = later.clone()
without_key_1[:, 1] = True
hinted, _ = theirs(x, x, x, attn_mask=without_key_1, is_causal=True, need_weights=False)
same = torch.allclose(hinted, output, atol=1e-5)
print("the mask without key 1 gives the plain triangle:", same)
# --8<-- [end:heads]

# --8<-- [start:order]
order = torch.tensor([3, 0, 5, 1, 4, 2], device=device)
positions = nn.Embedding(6, 32).to(device)(torch.arange(6, device=device))
cases = ("plain", False, 0), ("with positions", False, positions), ("causal", True, 0)
for name, causal, added in cases:
    layer.causal = causal
    mixed_first = layer(x[:, order] + added)
    mixed_after = layer(x + added)[:, order]
    print(f"{name:15}", torch.allclose(mixed_first, mixed_after, atol=1e-5))
# --8<-- [end:order]


# --8<-- [start:cache]
class TinyModel(nn.Module):
    def __init__(
        self, tokens: int = 20, longest: int = 16, width: int = 32, layers: int = 2
    ) -> None:
        super().__init__()
        self.tokens = nn.Embedding(tokens, width)
        self.positions = nn.Embedding(longest, width)
        blocks = [SelfAttention(width, heads=4, causal=True) for _ in range(layers)]
        self.layers = nn.ModuleList(blocks)
        self.head = nn.Linear(width, tokens)

    def forward(
        self, tokens: torch.Tensor, caches: list[list[torch.Tensor]] | None = None
    ) -> torch.Tensor:
        start = caches[0][0].shape[2] if caches and caches[0] else 0
        positions = torch.arange(start, start + tokens.shape[1], device=tokens.device)
        x = self.tokens(tokens) + self.positions(positions)
        for number, layer in enumerate(self.layers):
            x = x + layer(x, caches[number] if caches is not None else None)
        return self.head(x)


torch.manual_seed(0)
model = TinyModel().to(device).eval()
tokens = torch.randint(20, (2, 10)).to(device)
with torch.no_grad():
    whole = model(tokens)
    caches = [[] for _ in model.layers]
    steps = [model(part, caches) for part in tokens.split([4, 1, 1, 3, 1], dim=1)]
print([tuple(step.shape) for step in steps])
print(torch.allclose(torch.cat(steps, dim=1), whole, atol=1e-5))
print("keys of a layer:", tuple(caches[0][0].shape))


@torch.no_grad()
def generate(
    model: TinyModel, tokens: torch.Tensor, count: int, cached: bool
) -> torch.Tensor:
    caches = [[] for _ in model.layers] if cached else None
    new = tokens
    for _ in range(count):
        token = model(new, caches)[:, -1:].argmax(dim=-1)
        tokens = torch.cat([tokens, token], dim=1)
        new = token if cached else tokens
    return tokens


with_cache = generate(model, tokens[:, :4], 6, cached=True)
without = generate(model, tokens[:, :4], 6, cached=False)
print("generated:", tuple(with_cache.shape), torch.equal(with_cache, without))

x = torch.randn(1, 4, 6, 8).to(device)
last = x[:, :, -1:]
whole = F.scaled_dot_product_attention(x, x, x, is_causal=True)[0, 0, -1, 0]
wrong = F.scaled_dot_product_attention(last, x, x, is_causal=True)[0, 0, 0, 0]
right = F.scaled_dot_product_attention(last, x, x)[0, 0, 0, 0]
alone = f"is_causal {wrong:.4f}, no mask {right:.4f}"
print(f"whole {whole:.4f}, {alone}, first value {x[0, 0, 0, 0]:.4f}")
# --8<-- [end:cache]

# --8<-- [start:machine-kernels]
import warnings

from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.profiler import ProfilerActivity, profile
from torch.utils.benchmark import Timer

query, key, value = (torch.randn(1, 4, 16, 32).to(device) for _ in range(3))
for name in ("MATH", "FLASH_ATTENTION", "EFFICIENT_ATTENTION", "CUDNN_ATTENTION"):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            with sdpa_kernel(getattr(SDPBackend, name)):
                F.scaled_dot_product_attention(query, key, value)
            print(f"only {name}: ran")
        except RuntimeError:
            print(f"only {name}: RuntimeError")
for dropout in (0.0, 0.1):
    with profile(activities=[ProfilerActivity.CPU]) as profiler:
        F.scaled_dot_product_attention(query, key, value, dropout_p=dropout)
    names = [row.key for row in profiler.key_averages()]
    print(f"dropout_p={dropout}:", *(name for name in names if "::_scaled_dot" in name))


def hand_attention(
    query: torch.Tensor, key: torch.Tensor, value: torch.Tensor
) -> torch.Tensor:
    return attention_weights(query, key) @ value


functions = {"by hand": hand_attention, "SDPA": F.scaled_dot_product_attention}
for length in (256, 1024):
    inputs = [torch.randn(1, 4, length, 32).to(device) for _ in range(3)]
    inputs = [part.requires_grad_() for part in inputs]
    for name, function in functions.items():
        kept = {}

        def pack(tensor: torch.Tensor, kept: dict[int, int] = kept) -> torch.Tensor:
            storage = tensor.untyped_storage()
            kept[storage.data_ptr()] = storage.nbytes()
            return tensor

        with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
            output = function(*inputs)
        names = {"function": function, "inputs": inputs}
        timer = Timer("function(*inputs)", globals=names)
        milliseconds = timer.blocked_autorange(min_run_time=0.1).median * 1e3
        megabytes = sum(kept.values()) / 1e6
        cost = f"{megabytes:.2f} MB kept, {milliseconds:.2f} ms"
        print(f"length {length}, {name}: {cost}")
# --8<-- [end:machine-kernels]

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

# --8<-- [start:wrong-axis]
query, key, value = (torch.randn(1, 4, 8, generator=generator) for _ in range(3))
for dim in (-2, -1):
    weights = (query @ key.mT / math.sqrt(8)).softmax(dim=dim)
    output = weights @ value
    total, first = weights[0, 0].sum(), output[0, 0, 0]
    print(f"dim={dim}: weights of query 0 sum to {total:.4f}, output {first:.4f}")
print(f"SDPA: {F.scaled_dot_product_attention(query, key, value)[0, 0, 0]:.4f}")
# --8<-- [end:wrong-axis]


# --8<-- [start:dropout]
class AlwaysDrops(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.scaled_dot_product_attention(x, x, x, dropout_p=0.5)


class AsksFirst(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        dropout = 0.5 if self.training else 0.0
        return F.scaled_dot_product_attention(x, x, x, dropout_p=dropout)


torch.manual_seed(0)
x = torch.randn(1, 4, 64, 8).to(device)
for model in (AlwaysDrops().eval(), AsksFirst().eval()):
    same = torch.equal(model(x), model(x))
    print(f"{type(model).__name__:12} twice the same: {same}")
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
