"""Broadcast shapes, change them, move axes, and write products with einsum."""

# --8<-- [start:broadcast]
import torch

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
column = torch.tensor([[10.0], [20.0], [30.0]], device=device)
row = torch.tensor([1.0, 2.0, 3.0, 4.0], device=device)
print(column.shape, row.shape)
print(column + row)
# --8<-- [end:broadcast]


# --8<-- [start:align]
def align(*shapes: tuple[int, ...]) -> None:
    width = max(len(shape) for shape in shapes)
    for shape in (*shapes, torch.broadcast_shapes(*shapes)):
        print(*[f"{size:3}" for size in ("",) * (width - len(shape)) + tuple(shape)])
    print()


align((3, 1), (4,))
align((3, 1, 4), (1, 5, 4))
align((8, 3, 32, 32), (3, 1, 1))
# --8<-- [end:align]

# --8<-- [start:expand]
wide = column.expand(3, 1000)
print("expand:", tuple(wide.shape), wide.untyped_storage().nbytes(), "bytes")
copy = column.repeat(1, 1000)
print("repeat:", tuple(copy.shape), copy.untyped_storage().nbytes(), "bytes")
# --8<-- [end:expand]

# --8<-- [start:keepdim]
scores = torch.tensor([[1.0, 3.0], [10.0, 20.0]], device=device)
print(scores.mean(dim=1).shape, scores.mean(dim=1, keepdim=True).shape)
print(scores - scores.mean(dim=1, keepdim=True))
# --8<-- [end:keepdim]

# --8<-- [start:view]
x = torch.arange(12)
table = x.view(3, 4)
print(table)
print(x.view(2, 2, 3).shape, x.reshape(6, -1).shape)
table[0, 0] = 100
print(x)
# --8<-- [end:view]

# --8<-- [start:permute]
red, green, blue = 1, 2, 3
picture = torch.tensor([red, green, blue], device=device).expand(2, 4, 3)
print(picture.permute(2, 0, 1))
print(picture.reshape(3, 2, 4))
# --8<-- [end:permute]

# --8<-- [start:axes]
batch = torch.zeros(1, 3, 4, 1, device=device)
print(batch.squeeze(3).shape, batch.squeeze().shape)
print(table.unsqueeze(1).shape, table[:, None].shape)
print(batch.flatten(1).shape, batch.flatten(1).unflatten(1, (3, 4)).shape)
print(batch.shape)
# --8<-- [end:axes]

# --8<-- [start:join]
rows = [torch.full((4,), value) for value in (1, 2, 3)]
print(torch.stack(rows).shape, torch.stack(rows, dim=1).shape)
print(torch.cat(rows).shape, torch.cat([table, table], dim=1).shape)
# --8<-- [end:join]

# --8<-- [start:einsum]
a = torch.arange(6.0, device=device).view(2, 3)
b = torch.arange(12.0, device=device).view(3, 4)
print(torch.einsum("ik,kj->ij", a, b))
print(a @ b)
print(torch.einsum("ij,ij->i", a, a), (a * a).sum(dim=1))
# --8<-- [end:einsum]

# --8<-- [start:attention]
generator = torch.Generator().manual_seed(0)
queries = torch.randn(2, 5, 8, generator=generator).to(device)
keys = torch.randn(2, 7, 8, generator=generator).to(device)
similarities = torch.einsum("bqd,bkd->bqk", queries, keys)
print(similarities.shape)
print(f"{similarities[1, 4, 6]:.3f}, {(queries @ keys.mT)[1, 4, 6]:.3f}")
# --8<-- [end:attention]

# --8<-- [start:sizes]
try:
    table - table.sum(dim=1)
except RuntimeError as error:
    print(error)
print((table - table.sum(dim=1, keepdim=True)).shape)
# --8<-- [end:sizes]

# --8<-- [start:count]
try:
    table.reshape(5, 5)
except RuntimeError as error:
    print(error)
# --8<-- [end:count]

# --8<-- [start:matmul]
layer = torch.nn.Linear(3, 2)
try:
    layer(torch.ones(5, 4))
except RuntimeError as error:
    print(error)
# --8<-- [end:matmul]

# --8<-- [start:write-expanded]
try:
    torch.zeros(3, 1).expand(3, 4).add_(1)
except RuntimeError as error:
    print(error)
# --8<-- [end:write-expanded]

# --8<-- [start:column-row]
prediction = torch.tensor([[2.0], [4.0], [6.0]], device=device)
target = torch.tensor([2.0, 4.0, 6.0], device=device)
print((prediction - target).shape)
print("wrong:", ((prediction - target) ** 2).mean())
print("right:", ((prediction[:, 0] - target) ** 2).mean())
# --8<-- [end:column-row]

# --8<-- [start:accuracy]
sure = torch.tensor([[0.9], [0.2], [0.1], [0.3]], device=device)
label = torch.tensor([True, False, False, False], device=device)
print("wrong:", ((sure > 0.5) == label).float().mean())
print("right:", ((sure[:, 0] > 0.5) == label).float().mean())
# --8<-- [end:accuracy]


# --8<-- [start:squeezed]
def mean_sample(features: torch.Tensor) -> torch.Tensor:
    return features.squeeze().mean(dim=0)


features = torch.tensor([[[1.0], [2.0], [6.0]], [[3.0], [4.0], [8.0]]], device=device)
print("two samples:      ", mean_sample(features))
print("one sample, wrong:", mean_sample(features[:1]))
print("one sample, right:", features[:1].squeeze(2).mean(dim=0))
# --8<-- [end:squeezed]

# --8<-- [start:figure-broadcast]
import matplotlib.pyplot as plt
from matplotlib.patches import Rectangle

figure, axes = plt.subplots(figsize=(6.4, 1.9))
pieces = [
    (column, 0, "C0", "(3, 1)"),
    (row[None], 4.8, "C1", "(4,)"),
    (column + row, 9.6, "C2", "(3, 4)"),
]
for tensor, left, color, shape in pieces:
    for i in range(3):
        for j in range(4):
            real = i < tensor.shape[0] and j < tensor.shape[1]
            corner = (left + j, -i - 1)
            alpha = 0.4 if real else 0.12
            cell = Rectangle(corner, 1, 1, facecolor=color, alpha=alpha, linewidth=0)
            axes.add_patch(cell)
            text = f"{tensor.expand(3, 4)[i, j].item():g}"
            look = {"fontsize": 10, "alpha": 1 if real else 0.5}
            axes.text(left + j + 0.5, -i - 0.5, text, ha="center", va="center", **look)
    axes.text(left + 2, 0.35, shape, ha="center", family="monospace")
for place, sign in ((4.4, "+"), (9.2, "=")):
    axes.text(place, -1.5, sign, ha="center", va="center")
axes.set(xlim=(-0.1, 13.7), ylim=(-3.1, 1), aspect="equal")
axes.axis("off")
figure.savefig("broadcast.svg")
# --8<-- [end:figure-broadcast]
