"""Ask the shipped classifier about pictures that it has not seen."""

# --8<-- [start:ask]
import torch

from emoji_network import load, pictures

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
model, classes, test = load()
model.to(device)
pixels, names = pictures(test)
wanted = torch.tensor([classes.index(file.partition("/")[0]) for file in test])
with torch.inference_mode():
    shares = model(pixels.float().to(device)).softmax(dim=1).cpu()
sureness, answered = shares.max(dim=1)
right = (answered == wanted).sum().item()
print(f"{right} of {len(test)} right")
# --8<-- [end:ask]

# --8<-- [start:confusion]
cells = wanted * len(classes) + answered
table = cells.bincount(minlength=len(classes) ** 2).reshape(len(classes), -1)
for name, row in zip(classes, table.tolist()):
    print(f"{name:16}" + "".join(f"{count:4}" for count in row))
# --8<-- [end:confusion]

# --8<-- [start:classes]
from picture_scores import wilson

print(f"{'':16}  recall               precision")
for label, name in enumerate(classes):
    line = f"{name:16}"
    for axis in (1, 0):
        of = int(table.sum(axis)[label])
        low, high = wilson(int(table[label, label]), of)
        line += f"  {table[label, label] / of:.2f} ({low:.2f} to {high:.2f})"
    print(line)
# --8<-- [end:classes]

# --8<-- [start:intervals]
from picture_scores import bootstrap


def accuracy(tables: torch.Tensor) -> torch.Tensor:
    return tables.diagonal(dim1=-2, dim2=-1).sum(-1) / tables.sum((-2, -1))


def macro_f1(tables: torch.Tensor) -> torch.Tensor:
    found = 2 * tables.diagonal(dim1=-2, dim2=-1)
    return (found / (tables.sum(-2) + tables.sum(-1))).nanmean(-1)


hot = torch.nn.functional.one_hot(cells, len(classes) ** 2).float()
each = hot.reshape(-1, len(classes), len(classes))
keys = [f"{label} {name}" for label, name in zip(wanted.tolist(), names)]
families = torch.tensor([sorted({*keys}).index(key) for key in keys])
single = torch.arange(len(test))
for name, score in (("accuracy", accuracy), ("macro-F1", macro_f1)):
    print(f"{name}: {score(each.sum(0)):.2f}")
    for kind, groups in (("pictures", single), ("families", families)):
        low, high = bootstrap(each, groups, score)
        print(f"  drawing {kind}: {low:.2f} to {high:.2f}")
print("Wilson, of the accuracy: {:.2f} to {:.2f}".format(*wilson(right, len(test))))
# --8<-- [end:intervals]

# --8<-- [start:figure-confusion]
import matplotlib.pyplot as plt

figure, place = plt.subplots(figsize=(5, 4.2), layout="constrained")
share = (table / table.sum(1, keepdim=True)).tolist()
for row, column in table.nonzero().tolist():
    x, color = (column - 0.47, column + 0.47), "C2" if row == column else "C1"
    depth = 0.6 * share[row][column]
    place.fill_between(x, row - 0.47, row + 0.47, color=color, alpha=depth)
    place.text(column, row, table[row, column].item(), ha="center", va="center")
short = [name.partition("-")[0] for name in classes]
ticks = range(len(classes))
place.set_xticks(ticks, short, rotation=40, ha="right")
place.set_yticks(ticks, short)
place.set(xlabel="answer", ylabel="label", aspect="equal")
place.invert_yaxis()
figure.savefig("confusion.svg")
# --8<-- [end:figure-confusion]

# --8<-- [start:figure-confused]
surest = sureness.clone()
surest[answered == wanted] = 0
figure, axes = plt.subplots(3, 6, figsize=(5.6, 3.6), layout="constrained")
for place, index in zip(axes.flat, surest.topk(18).indices.tolist()):
    place.imshow(pixels[index].permute(1, 2, 0))
    place.set_title(short[answered[index]], fontsize=8)
    place.axis("off")
figure.savefig("confused.webp", pil_kwargs={"quality": 80})
# --8<-- [end:figure-confused]
