"""Write attention by hand, mask it, give it heads, and see which kernel runs."""

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
