"""Add, multiply, sum and join tensors, and predict the shape of each result."""

# --8<-- [start:first]
import torch

celsius = torch.tensor([[21.5, 23.0, 19.5], [18.0, 20.5, 22.0]])
print(celsius * 1.8 + 32)
print(celsius.mean(dim=0))
print(celsius.mean(dim=1))
# --8<-- [end:first]

# --8<-- [start:elementwise]
price = torch.tensor([2.0, 5.0, 8.0])
count = torch.tensor([3, 1, 2])
print("+ ", price + count)
print("- ", price - count)
print("* ", price * count)
print("/ ", price / count)
print("//", price // count)
print("% ", price % count)
print("**", price**count)
print("> ", price > count)
# --8<-- [end:elementwise]

# --8<-- [start:functions]
x = torch.tensor([-2.0, 0.25, 3.0])
print(x.abs().sqrt())
print(x.clamp(min=0, max=1))
print(torch.maximum(x, torch.tensor([0.0, 0.0, 5.0])))
print(torch.where(x < 0, 10 * x, x))
# --8<-- [end:functions]

# --8<-- [start:product]
baskets = torch.tensor([[2.0, 0.0, 1.0], [1.0, 3.0, 0.0]])
rows = [[1.5, 1.0, 2.0, 1.0], [0.5, 1.0, 1.0, 2.0], [4.0, 3.5, 5.0, 2.0]]
prices = torch.tensor(rows)
costs = baskets @ prices
print(baskets.shape, prices.shape, costs.shape)
print(costs)
print(2.0 * 1.5 + 0.0 * 0.5 + 1.0 * 4.0)
# --8<-- [end:product]

# --8<-- [start:shapes]
for left, right in [
    ((2, 3), (3, 4)),
    ((2, 3), (3,)),
    ((3,), (3,)),
    ((10, 2, 3), (3, 4)),
    ((10, 2, 3), (10, 3, 4)),
]:
    product = torch.ones(left) @ torch.ones(right)
    print(f"{left!s:10} @ {right!s:10} gives {tuple(product.shape)}")
print("turned over:", tuple(prices.mT.shape))
# --8<-- [end:shapes]

# --8<-- [start:axes]
print(costs.sum(), costs.mean(), costs.max())
print("each shop:  ", costs.sum(dim=0))
print("each basket:", costs.sum(dim=1))
# --8<-- [end:axes]

# --8<-- [start:argmax]
print("lowest cost:", costs.amin(dim=1))
print("at position:", costs.argmin(dim=1))
lowest = costs.min(dim=1)
print(lowest.values, lowest.indices)
# --8<-- [end:argmax]

# --8<-- [start:keepdim]
total = costs.sum(dim=1, keepdim=True)
print(total.shape, costs.sum(dim=1).shape)
print(costs / total)
# --8<-- [end:keepdim]

# --8<-- [start:cumsum]
steps = torch.tensor([[1, 2, 3], [10, 20, 30]])
print(steps.cumsum(dim=1))
# --8<-- [end:cumsum]

# --8<-- [start:counting]
warm = celsius > 20
print(warm)
print(warm.sum(), warm.float().mean())
print(warm.any(dim=1), warm.all(dim=1))
# --8<-- [end:counting]

# --8<-- [start:join]
monday, tuesday = torch.tensor([21.5, 23.0, 19.5]), torch.tensor([18.0, 20.5, 22.0])
print(torch.stack([monday, tuesday]))
print(torch.cat([monday, tuesday]))
wednesday = torch.tensor([[16.0, 19.0, 20.0]])
print(torch.cat([celsius, wednesday], dim=0).shape)
print(torch.stack([celsius, celsius], dim=0).shape)
# --8<-- [end:join]

# --8<-- [start:in-place]
scores = torch.tensor([1.0, 2.0, 3.0])
same = scores
scores = scores + 10
print("scores + 10:", scores, "same:", same)

scores = torch.tensor([1.0, 2.0, 3.0])
same = scores
scores += 10
print("scores += 10:", scores, "same:", same)
scores.clamp_(max=12)
print("clamp_:", scores, "same:", same)
# --8<-- [end:in-place]

# --8<-- [start:inner-sizes]
try:
    prices @ baskets
except RuntimeError as error:
    print(error)
print((baskets @ prices).shape)
# --8<-- [end:inner-sizes]

# --8<-- [start:not-broadcastable]
try:
    celsius - celsius.mean(dim=1)
except RuntimeError as error:
    print(error)
print(celsius - celsius.mean(dim=1, keepdim=True))
# --8<-- [end:not-broadcastable]

# --8<-- [start:mixed-dtypes]
whole = torch.tensor([[2, 0, 1], [1, 3, 0]])
try:
    whole @ prices
except RuntimeError as error:
    print(error)
print((whole.float() @ prices).shape)
# --8<-- [end:mixed-dtypes]

# --8<-- [start:join-error]
try:
    torch.stack([celsius, wednesday])
except RuntimeError as error:
    print(error)
try:
    torch.cat([celsius, tuesday])
except RuntimeError as error:
    print(error)
print(torch.cat([celsius, tuesday[None]]).shape)
# --8<-- [end:join-error]

# --8<-- [start:argmax-flat]
scores = torch.tensor([[0.1, 0.7, 0.2], [0.8, 0.1, 0.1]])
print("wrong:", scores.argmax())
print("right:", scores.argmax(dim=1))
# --8<-- [end:argmax-flat]

# --8<-- [start:star-for-at]
turn = torch.tensor([[0.0, 1.0], [1.0, 0.0]])
table = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
print("wrong:", table * turn)
print("right:", table @ turn)
# --8<-- [end:star-for-at]

# --8<-- [start:device]
accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
print((baskets.to(device) @ prices.to(device)).argmin(dim=1))
# --8<-- [end:device]

# --8<-- [start:figure-product]
from collections.abc import Callable

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

Marked = Callable[[int, int], bool]


def draw(
    axes: Axes, values: torch.Tensor, left: int, top: int, color: str, marked: Marked
) -> None:
    for row, numbers in enumerate(values.tolist()):
        for column, number in enumerate(numbers):
            x, y = left + column, top - row
            alpha = 0.45 if marked(row, column) else 0.12
            cell = Rectangle((x, y - 1), 0.96, 0.96, facecolor=color, alpha=alpha)
            axes.add_patch(cell)
            axes.text(x + 0.48, y - 0.52, f"{number:g}", ha="center", va="center")


mono = {"ha": "center", "family": "monospace"}
figure, axes = plt.subplots(figsize=(6.4, 4.4))
draw(axes, baskets, 0, 2, "C0", lambda row, column: row == 0)
draw(axes, prices, 4, 6, "C1", lambda row, column: column == 2)
draw(axes, costs, 4, 2, "C2", lambda row, column: (row, column) == (0, 2))
axes.text(1.5, -0.6, "baskets (2, 3)", **mono)
axes.text(6, 6.25, "prices (3, 4)", **mono)
axes.text(6, -0.6, "costs (2, 4)", **mono)
axes.set(xlim=(-0.2, 8.2), ylim=(-0.8, 6.8), aspect="equal")
axes.axis("off")
figure.savefig("product.svg")
# --8<-- [end:figure-product]

# --8<-- [start:figure-axes]
figure, axes = plt.subplots(figsize=(7.2, 2.9))
arrow = {"arrowstyle": "->", "linewidth": 1.5}
for left in (0, 6):
    draw(axes, costs, left, 4, "C0", lambda row, column: False)
    axes.text(left + 2, 4.25, "(2, 4)", **mono)
draw(axes, costs.sum(dim=0)[None], 0, 1, "C1", lambda row, column: True)
draw(axes, costs.sum(dim=1)[:, None], 11, 4, "C2", lambda row, column: True)
for column in range(4):
    ends = (column + 0.5, 1.05), (column + 0.5, 1.9)
    axes.annotate("", *ends, arrowprops=arrow | {"color": "C1"})
for row in range(2):
    ends = (10.95, 3.5 - row), (10.1, 3.5 - row)
    axes.annotate("", *ends, arrowprops=arrow | {"color": "C2"})
axes.text(2, -0.6, "sum(dim=0): (4,)", **mono)
axes.text(9, -0.6, "sum(dim=1): (2,)", **mono)
axes.set(xlim=(-0.2, 12.2), ylim=(-0.8, 4.8), aspect="equal")
axes.axis("off")
figure.savefig("axes.svg")
# --8<-- [end:figure-axes]
