"""Look at what the routers have learned, and at what they get wrong."""

# --8<-- [start:train]
import torch

from routers import WordCounts, WordVectors
from tickets import LABELS, TICKETS, read, split
from train_routers import fit, make_loaders, predict
from words import vocabulary

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
texts, labels = read(TICKETS)
parts = split(labels)
numbers = vocabulary(texts[index] for index in parts["training"])
models, histories, loaders = {}, {}, {}
for name, make in {"word counts": WordCounts, "word vectors": WordVectors}.items():
    torch.manual_seed(0)
    models[name] = make(len(numbers)).to(device)
    loaders[name] = make_loaders(texts, labels, parts, numbers, seed=0)
    histories[name] = fit(models[name], loaders[name], device)
# --8<-- [end:train]

# --8<-- [start:route]
from words import bags

weights = models["word counts"].state_dict()
torch.save({"weights": weights, "vocabulary": numbers}, "router.pt")
saved = torch.load("router.pt", map_location="cpu")
router = WordCounts(len(saved["vocabulary"]))
router.load_state_dict(saved["weights"])
router.eval()
with torch.inference_mode():
    logits = router(*bags(["Refund pls!! I paid twice"], saved["vocabulary"]))
print(LABELS[logits.argmax()])
# --8<-- [end:route]

# --8<-- [start:weights]
from words import words

weights = models["word counts"].weights.weight.detach().cpu()
found = list(numbers)
for label, column in zip(LABELS, weights.T):
    print(f"{label:9}", *sorted(found[index] for index in column.topk(5).indices))
trash = sum("trash" in words(texts[index]) for index in parts["training"])
print("tickets with trash:", trash)
# --8<-- [end:weights]

# --8<-- [start:confusion]
from sklearn.metrics import confusion_matrix

matrices = {}
for name, model in models.items():
    logits, wanted = predict(model, loaders[name]["test"], device)
    matrices[name] = confusion_matrix(wanted, logits.argmax(dim=1))
    recalls = matrices[name].diagonal() / matrices[name].sum(axis=1)
    print(f"{name}: lowest recall is that of {LABELS[recalls.argmin()]}")
# --8<-- [end:confusion]

# --8<-- [start:mistakes]
import textwrap

loader = loaders["word counts"]["validation"]
logits, wanted = predict(models["word counts"], loader, device)
sureness, answers = logits.softmax(dim=1).max(dim=1)
sureness[answers == wanted] = 0
for position in sureness.topk(4).indices.tolist():
    print(f"{LABELS[wanted[position]]}, not {LABELS[answers[position]]}:")
    text = texts[parts["validation"][position]]
    print(textwrap.indent(textwrap.fill(text, 76), "    "))
# --8<-- [end:mistakes]

# --8<-- [start:figure-curves]
import matplotlib.pyplot as plt

figure, panels = plt.subplots(
    1, 2, figsize=(4.8, 2.5), sharey=True, layout="constrained"
)
for axes, (name, history) in zip(panels, histories.items()):
    epochs = range(1, len(history) + 1)
    for line, (key, color) in enumerate(
        [("training loss", "C0"), ("validation loss", "C1")]
    ):
        values = [epoch[key] for epoch in history]
        axes.plot(epochs, values, color, label=key)
    best = min(epochs, key=lambda epoch: values[epoch - 1])
    axes.plot(best, values[best - 1], "o", color="C1")
    axes.set(title=name, xlabel="epoch", ylim=(0, 1.15))
panels[0].legend(fontsize=9)
figure.savefig("curves.svg")
# --8<-- [end:figure-curves]

# --8<-- [start:figure-confusion]
figure, panels = plt.subplots(
    1, 2, figsize=(4.8, 2.5), sharey=True, layout="constrained"
)
for axes, (name, matrix) in zip(panels, matrices.items()):
    for row in range(3):
        for column in range(3):
            color = "C2" if row == column else "C1"
            share = matrix[row, column] / matrix[row].sum()
            x, look = (column - 0.47, column + 0.47), {"color": color}
            axes.fill_between(x, row - 0.47, row + 0.47, alpha=0.6 * share, **look)
            axes.text(column, row, str(matrix[row, column]), ha="center", va="center")
    axes.set(title=name, xlabel="answer", aspect="equal")
    axes.set_xticks(range(3), LABELS, fontsize=9)
    axes.set_yticks(range(3), LABELS, fontsize=9)
panels[0].invert_yaxis()
figure.savefig("confusion.svg")
# --8<-- [end:figure-confusion]
