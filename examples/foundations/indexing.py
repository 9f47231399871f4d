"""Select elements by position, mask and index tensor: a view or a copy?"""

# --8<-- [start:first]
import torch

grid = torch.arange(24).reshape(4, 6)
print(grid)
print(grid[1])
print(grid[:, 2])
print(grid[1:3, 2:5])
print(grid[1, 2], grid[-1, -1].item())
# --8<-- [end:first]

# --8<-- [start:slices]
print(grid[::2, 1::3])
print(grid[2:100].shape)
print(grid[1].shape, grid[1:2].shape)
print(grid[:, None].shape, grid[..., 0].shape)
print(grid[0].flip(0))
# --8<-- [end:slices]

# --8<-- [start:write]
x = torch.arange(6)
part = x[1:3]
part[0] = 100
print(x)

picked = x[[1, 2]]
picked[0] = -1
print(x)
# --8<-- [end:write]


# --8<-- [start:shares]
def shares(a: torch.Tensor, b: torch.Tensor) -> bool:
    return a.untyped_storage().data_ptr() == b.untyped_storage().data_ptr()


selections = {
    "grid[1]": grid[1],
    "grid[1:3, ::2]": grid[1:3, ::2],
    "grid[..., None]": grid[..., None],
    "grid[torch.tensor(1)]": grid[torch.tensor(1)],
    "grid[[1]]": grid[[1]],
    "grid[torch.tensor([0, 1])]": grid[torch.tensor([0, 1])],
    "grid[grid > 20]": grid[grid > 20],
    "grid[1:3, [0, 2]]": grid[1:3, [0, 2]],
    "grid[1:3].clone()": grid[1:3].clone(),
}
for expression, selection in selections.items():
    print(f"{expression:28}{'view' if shares(selection, grid) else 'copy'}")
# --8<-- [end:shares]

# --8<-- [start:assign]
x = torch.arange(6)
x[1:3] = 0
x[x > 4] = -1
x[[0, 3]] = torch.tensor([70, 80])
print(x)
# --8<-- [end:assign]

# --8<-- [start:mask]
accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
temperatures = torch.tensor([[21.0, 35.0, 19.0], [28.0, 17.0, 31.0]], device=device)
warm = (temperatures > 20) & (temperatures < 33)
print(warm)
print(temperatures[warm])
print(warm.sum().item(), (~warm).sum().item())
print(warm.nonzero())
# --8<-- [end:mask]

# --8<-- [start:where]
print(torch.where(warm, temperatures, 0.0))
print(temperatures.masked_fill(~warm, 0.0))
# --8<-- [end:where]

# --8<-- [start:padding]
lengths = torch.tensor([2, 4, 1], device=device)
rows_of_values = [[5.0, 7.0, 0.0, 0.0], [1.0, 2.0, 3.0, 6.0], [4.0, 0.0, 0.0, 0.0]]
padded = torch.tensor(rows_of_values, device=device)
real = torch.arange(4, device=device) < lengths[:, None]
print(real)
print("wrong:", padded.mean())
print("right:", padded[real].mean())
# --8<-- [end:padding]

# --8<-- [start:rows]
vectors = torch.tensor([[0.0, 0.1], [1.0, 1.1], [2.0, 2.1]], device=device)
print(vectors[[2, 0, 0]])
sentences = torch.tensor([[0, 2, 1], [1, 1, 0]], device=device)
print(vectors[sentences].shape)
looked_up = torch.nn.functional.embedding(sentences, vectors)
print(vectors[sentences][0, 1], looked_up[0, 1])
# --8<-- [end:rows]

# --8<-- [start:pairs]
rows, columns = torch.tensor([0, 1, 3]), torch.tensor([5, 0, 2])
print(grid[rows, columns])
print(grid[rows[:, None], columns])
# --8<-- [end:pairs]

# --8<-- [start:topk]
rows_of_logits = [[0.5, 2.0, 1.0, -1.0], [3.0, 0.2, 2.5, 0.1], [0.0, 1.5, -0.5, 2.2]]
logits = torch.tensor(rows_of_logits, device=device)
labels = torch.tensor([1, 2, 0], device=device)
print(logits.argmax(dim=1))
values, indices = logits.topk(2, dim=1)
print(values)
print(indices)
print("top-1:", (logits.argmax(dim=1) == labels).sum().item(), "of 3")
print("top-2:", (indices == labels[:, None]).any(dim=1).sum().item(), "of 3")
# --8<-- [end:topk]

# --8<-- [start:sort]
scores, ids = torch.tensor([0.3, 0.9, 0.6]), torch.tensor([17, 42, 5])
order = scores.argsort(descending=True)
print(order)
print(scores[order], ids[order])
# --8<-- [end:sort]

# --8<-- [start:gather]
picked = logits.gather(dim=1, index=labels[:, None])
print(picked)
print([logits[row, label].item() for row, label in enumerate(labels)])
print(logits[torch.arange(3, device=device), labels])
# --8<-- [end:gather]

# --8<-- [start:loss]
log_probabilities = torch.log_softmax(logits, dim=1)
print(-log_probabilities.gather(1, labels[:, None]).mean())
print(torch.nn.functional.cross_entropy(logits, labels))
# --8<-- [end:loss]

# --8<-- [start:scatter]
one_hot = torch.zeros(3, 4, device=device)
one_hot.scatter_(dim=1, index=labels[:, None], value=1.0)
print(one_hot)
print((one_hot * logits).sum(dim=1))
# --8<-- [end:scatter]

# --8<-- [start:groups]
amounts = torch.tensor([10.0, 20.0, 5.0, 1.0, 30.0], device=device)
customers = torch.tensor([0, 2, 0, 1, 2], device=device)
totals = torch.zeros(3, device=device).scatter_add_(0, customers, amounts)
print(totals)
print(torch.zeros(3, device=device).index_add_(0, customers, amounts))
print(torch.bincount(customers))
# --8<-- [end:groups]

# --8<-- [start:out-of-bounds]
for wrong in (4, torch.tensor([0, 9])):
    try:
        grid[wrong]
    except IndexError as error:
        print(error)
# --8<-- [end:out-of-bounds]

# --8<-- [start:mask-shape]
try:
    grid[torch.tensor([True, False, True])]
except IndexError as error:
    print(error)
print(grid[torch.tensor([True, False, True, False])])
# --8<-- [end:mask-shape]

# --8<-- [start:operators]
try:
    if grid > 5 and grid < 9:
        print("inside")
except RuntimeError as error:
    print(error)
print(grid[(grid > 5) & (grid < 9)])
# --8<-- [end:operators]

# --8<-- [start:gather-axes]
try:
    logits.gather(1, labels)
except RuntimeError as error:
    print(error)
# --8<-- [end:gather-axes]

# --8<-- [start:chained]
x = torch.tensor([1.0, 2.0, 3.0, 4.0])
mask = x > 2
x[mask][0] = 100.0
print("wrong:", x)
x[tuple(mask.nonzero()[0])] = 100.0
print("right:", x)
# --8<-- [end:chained]

# --8<-- [start:repeated]
counts = torch.zeros(3)
visits = torch.tensor([0, 0, 0, 1])
counts[visits] += 1
print("wrong:", counts)
print("right:", torch.zeros(3).index_add_(0, visits, torch.ones(4)))
# --8<-- [end:repeated]

# --8<-- [start:figure-selected]
import matplotlib.pyplot as plt
from matplotlib.patches import Rectangle


def draw_frame(axes, left: float, rows: int, columns: int, color: str) -> None:
    x, y = [], []
    for row in range(rows + 1):
        x, y = [*x, left, left + columns, None], [*y, -row, -row, None]
    for column in range(columns + 1):
        x, y = [*x, left + column, left + column, None], [*y, 0, -rows, None]
    axes.plot(x, y, color=color, linewidth=1)


def draw_chosen(axes, row: float, left: float, text: str, color: str) -> None:
    look = {"facecolor": color, "alpha": 0.35, "linewidth": 0}
    axes.add_patch(Rectangle((left, -row - 1), 1, 1, **look))
    axes.text(left + 0.5, -row - 0.5, text, ha="center", va="center", fontsize=10)


examples = {
    "grid[1]": (grid[1], "C0"),
    "grid[:, 2]": (grid[:, 2], "C0"),
    "grid[1:3, 2:5]": (grid[1:3, 2:5], "C0"),
    "grid[::2, 1::3]": (grid[::2, 1::3], "C0"),
    "grid[[0, 3]]": (grid[[0, 3]], "C1"),
    "grid[rows, columns]": (grid[rows, columns], "C1"),
    "grid[rows[:, None], columns]": (grid[rows[:, None], columns], "C1"),
    "grid[grid % 5 == 0]": (grid[grid % 5 == 0], "C1"),
}
figure, panels = plt.subplots(4, 2, figsize=(4.8, 6.9), layout="constrained")
for axes, (expression, (selection, color)) in zip(panels.flat, examples.items()):
    draw_frame(axes, 0, 4, 6, color)
    for number in selection.flatten().tolist():
        draw_chosen(axes, number // 6, number % 6, str(number), color)
    axes.set_title(expression, family="monospace", fontsize=9.5, fontweight="normal")
    axes.set(xlim=(-0.1, 6.1), ylim=(-4.1, 0.1), aspect="equal")
    axes.axis("off")
figure.savefig("selected.svg")
# --8<-- [end:figure-selected]

# --8<-- [start:figure-gather]
figure, axes = plt.subplots(figsize=(6, 3))
blocks = [
    (0, 4, "C1", "logits (3, 4)"),
    (5.3, 1, "C2", "index"),
    (7.6, 1, "C1", "result"),
]
for left, columns, color, name in blocks:
    draw_frame(axes, left, 3, columns, color)
    axes.text(left + columns / 2, 0.4, name, ha="center")
for row, label in enumerate(labels.tolist()):
    draw_chosen(axes, row, 5.3, str(label), "C2")
    for left in (label, 7.6):
        draw_chosen(axes, row, left, f"{logits[row, label].item():g}", "C1")
ways = [
    (-3.9, (2, 8.1), "C1", "gather reads"),
    (-4.9, (8.1, 2), "C0", "scatter_ writes"),
]
for height, ends, color, name in ways:
    arrow = {"arrowstyle": "-|>", "color": color, "linewidth": 2}
    axes.annotate("", (ends[1], height), (ends[0], height), arrowprops=arrow)
    axes.text(5, height + 0.12, name, ha="center", va="bottom", color=color)
axes.set(xlim=(-0.1, 9.2), ylim=(-5.1, 1), aspect="equal")
axes.axis("off")
figure.savefig("gather.svg")
# --8<-- [end:figure-gather]
