"""Split the data, measure more than accuracy, and stop before the model overfits."""

# --8<-- [start:data]
import torch
from sklearn.datasets import load_digits
from torch.utils.data import DataLoader, Subset, TensorDataset, random_split

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
digits = load_digits()
images = torch.tensor(digits.data, dtype=torch.float32) / 16
labels = torch.tensor(digits.target)
generator = torch.Generator().manual_seed(0)
sizes = [997, 400, 400]
dataset = TensorDataset(images, labels)
train_set, validation_set, test_set = random_split(dataset, sizes, generator)
validation_loader = DataLoader(validation_set, batch_size=40)
test_loader = DataLoader(test_set, batch_size=40)
print(len(train_set), len(validation_set), len(test_set))
# --8<-- [end:data]

# --8<-- [start:predict]
from collections.abc import Iterable

from torch import nn
from torch.nn import functional as F


@torch.inference_mode()
def predict(model: nn.Module, batches: Iterable) -> tuple[torch.Tensor, torch.Tensor]:
    model.eval()
    outputs, targets = [], []
    for inputs, answers in batches:
        outputs.append(model(inputs.to(device)).cpu())
        targets.append(answers)
    return torch.cat(outputs), torch.cat(targets)


def train(model: nn.Module, epochs: int) -> nn.Module:
    generator = torch.Generator().manual_seed(0)
    loader = DataLoader(train_set, 64, shuffle=True, generator=generator)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    for _ in range(epochs):
        model.train()
        for inputs, targets in loader:
            optimizer.zero_grad()
            outputs = model(inputs.to(device))
            loss = F.cross_entropy(outputs, targets.to(device))
            loss.backward()
            optimizer.step()
    return model


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 10)).to(device)
train(model, epochs=3)
outputs, targets = predict(model, validation_loader)
predictions = outputs.argmax(dim=1)
accuracy = (predictions == targets).float().mean().item()
print(outputs.shape, targets.shape)
print(f"loss {F.cross_entropy(outputs, targets).item():.3f}   accuracy {accuracy:.2f}")
# --8<-- [end:predict]

# --8<-- [start:selection]
guesses = torch.randint(0, 10, (1000, 400), generator=torch.Generator().manual_seed(0))
test_targets = torch.cat([answers for _, answers in test_loader])
on_validation = (guesses == targets).float().mean(dim=1)
on_test = (guesses == test_targets).float().mean(dim=1)
best = on_validation.argmax()
row = "{} validation {:.3f}, test {:.3f}"
print(row.format("all 1000 models, mean:", on_validation.mean(), on_test.mean()))
print(row.format("the best of them:     ", on_validation[best], on_test[best]))
# --8<-- [end:selection]

# --8<-- [start:uncertainty]
for count in (40, 400, 4000):
    print(f"{count:5} samples: 0.90 +- {2 * (0.9 * 0.1 / count) ** 0.5:.3f}")
# --8<-- [end:uncertainty]


# --8<-- [start:confusion]
def confusion_matrix(
    predictions: torch.Tensor, targets: torch.Tensor, classes: int
) -> torch.Tensor:
    cells = targets.long() * classes + predictions
    return torch.bincount(cells, minlength=classes**2).reshape(classes, classes)


true_pets = torch.tensor([0, 0, 0, 0, 1, 1, 2])
pets = torch.tensor([0, 0, 0, 1, 1, 1, 0])
pet_matrix = confusion_matrix(pets, true_pets, classes=3)
print(pet_matrix)
# --8<-- [end:confusion]

# --8<-- [start:f1]
right = pet_matrix.diagonal()
precision = right / pet_matrix.sum(dim=0)
recall = right / pet_matrix.sum(dim=1)
f1 = 2 * right / (pet_matrix.sum(dim=0) + pet_matrix.sum(dim=1))
print("precision", precision)
print("recall   ", recall)
print("f1       ", f1)
print("2PR/(P+R)", 2 * precision * recall / (precision + recall))
print(f"accuracy {right.sum() / pet_matrix.sum():.4f}   macro-F1 {f1.mean():.4f}")
# --8<-- [end:f1]


# --8<-- [start:sklearn]
from sklearn import metrics


def macro_f1(matrix: torch.Tensor) -> float:
    scores = 2 * matrix.diagonal() / (matrix.sum(dim=0) + matrix.sum(dim=1))
    return scores.nanmean().item()


matrix = confusion_matrix(predictions, targets, classes=10)
answers, guessed = targets.numpy(), predictions.numpy()
theirs = metrics.f1_score(answers, guessed, average="macro")
differ = matrix.numpy() != metrics.confusion_matrix(answers, guessed)
print("cells that differ:", differ.sum())
print(f"macro-F1 {macro_f1(matrix):.2f}, scikit-learn's {theirs:.2f}")
micro = metrics.f1_score(answers, guessed, average="micro")
print(f"micro-F1 {micro:.2f}, accuracy {accuracy:.2f}")
# --8<-- [end:sklearn]

# --8<-- [start:parts]
batches = zip(predictions.split(40), targets.split(40))
parts = [confusion_matrix(some, true, classes=10) for some, true in batches]
accuracies = torch.stack([part.diagonal().sum() / part.sum() for part in parts])
scores = torch.tensor([macro_f1(part) for part in parts])
print(f"accuracy  mean of batches {accuracies.mean():.2f}   all at once {accuracy:.2f}")
score = macro_f1(matrix)
print(f"macro-F1  mean of batches {scores.mean():.2f}   all at once {score:.2f}")
differ = torch.stack(parts).sum(dim=0) != matrix
print("cells of the added matrices that differ:", differ.sum().item())
# --8<-- [end:parts]


# --8<-- [start:imbalance]
def keep_eights(subset: Subset, count: int) -> tuple[torch.Tensor, torch.Tensor]:
    inputs, targets = next(iter(DataLoader(subset, batch_size=len(subset))))
    is_eight = (targets == 8).long()
    kept = (is_eight == 0) | (is_eight.cumsum(dim=0) <= count)
    return inputs[kept].to(device), is_eight[kept].to(device)


print("eights   matrix                   accuracy   recall of 8   macro-F1")
for share in (32, 20, 10, 5):
    inputs, answers = keep_eights(train_set, 2 * share)
    torch.manual_seed(0)
    detector = nn.Sequential(nn.Linear(64, 32), nn.Tanh(), nn.Linear(32, 2)).to(device)
    optimizer = torch.optim.SGD(detector.parameters(), lr=0.5, momentum=0.8)
    for _ in range(50):
        optimizer.zero_grad()
        loss = F.cross_entropy(detector(inputs), answers)
        loss.backward()
        optimizer.step()
    outputs, answers = predict(detector, [keep_eights(validation_set, share)])
    found = confusion_matrix(outputs.argmax(dim=1), answers.cpu(), classes=2)
    right = found.diagonal() / found.sum(dim=1)
    overall = found.diagonal().sum() / found.sum()
    scores = f"{overall:8.2f}   {right[1]:11.2f}   {macro_f1(found):8.2f}"
    print(f"{share:6}   {found.tolist()!s:22}   {scores}")
# --8<-- [end:imbalance]

# --8<-- [start:overfit]
import copy

few, few_labels = next(iter(DataLoader(train_set, batch_size=100)))
generator = torch.Generator().manual_seed(1)
few_labels[:20] = torch.randint(0, 10, (20,), generator=generator)
few, few_labels = few.to(device), few_labels.to(device)


def make_model(hidden: int) -> nn.Sequential:
    torch.manual_seed(0)
    layers = nn.Linear(64, hidden), nn.Tanh(), nn.Linear(hidden, 10)
    return nn.Sequential(*layers).to(device)


def one_epoch(
    model: nn.Module, optimizer: torch.optim.Optimizer
) -> tuple[float, float]:
    model.train()
    optimizer.zero_grad()
    loss = F.cross_entropy(model(few), few_labels)
    loss.backward()
    optimizer.step()
    outputs, targets = predict(model, [whole])
    return loss.item(), F.cross_entropy(outputs, targets).item()


whole = next(iter(DataLoader(validation_set, batch_size=400)))
curves = {}
for hidden, lr in [(2, 0.3), (64, 0.5)]:
    model = make_model(hidden)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    curves[hidden] = [one_epoch(model, optimizer) for _ in range(200)]
    print(f"{hidden} hidden units")
    for epoch in (0, 20, 60, 199):
        training, held_out = curves[hidden][epoch]
        print(f"  epoch {epoch:3}: training {training:.1f}   validation {held_out:.1f}")
# --8<-- [end:overfit]

# --8<-- [start:stop]
model = make_model(64)
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
patience, best_loss, best_epoch = 20, float("inf"), 0
for epoch in range(200):
    training_loss, loss = one_epoch(model, optimizer)
    if loss < best_loss:
        best_loss, best_epoch = loss, epoch
        checkpoint = {
            "epoch": epoch,
            "model": model.state_dict(),
            "optimizer": optimizer.state_dict(),
            "loss": loss,
        }
        torch.save(checkpoint, "best.pt")
    elif epoch - best_epoch >= patience:
        break
print(f"stopped {epoch - best_epoch} epochs after the best")

checkpoint = torch.load("best.pt", map_location=device, weights_only=True)
model.load_state_dict(checkpoint["model"])
outputs, targets = predict(model, [whole])
again = F.cross_entropy(outputs, targets).item()
print(f"best loss {best_loss:.1f}, with the loaded weights {again:.1f}")
# --8<-- [end:stop]

# --8<-- [start:test]
outputs, targets = predict(model, test_loader)
test_matrix = confusion_matrix(outputs.argmax(dim=1), targets, classes=10)
test_accuracy = test_matrix.diagonal().sum() / test_matrix.sum()
print(f"test accuracy {test_accuracy:.1f}, macro-F1 {macro_f1(test_matrix):.1f}")
# --8<-- [end:test]

# --8<-- [start:no-eval]
torch.manual_seed(0)
layers = nn.Linear(64, 32), nn.BatchNorm1d(32), nn.ReLU(), nn.Linear(32, 10)
model = train(nn.Sequential(*layers).to(device), epochs=3)
every_image, every_label = whole
every_image = every_image.to(device)
by_label = every_label.argsort()


@torch.no_grad()
def accuracy_in_order(model: nn.Module, order: torch.Tensor) -> float:
    correct = 0
    for rows in order.split(40):
        outputs = model(every_image[rows.to(device)]).cpu()
        correct += (outputs.argmax(dim=1) == every_label[rows]).sum().item()
    return correct / len(order)


for training in (False, True):
    tried = copy.deepcopy(model).train(training)
    mixed = accuracy_in_order(tried, torch.arange(400))
    by_digit = accuracy_in_order(tried, by_label)
    same = tried[1].running_mean.equal(model[1].running_mean)
    name = "train()" if training else "eval()"
    scores = f"mixed {mixed:.2f}   sorted by digit {by_digit:.2f}"
    print(f"{name:7} {scores}   statistics as before: {same}")
# --8<-- [end:no-eval]

# --8<-- [start:one-sample]
model.train()
try:
    model(every_image[:1])
except ValueError as error:
    print(error)
print(model.eval()(every_image[:1]).shape)
# --8<-- [end:one-sample]

# --8<-- [start:alias]
model = make_model(64)
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
best_loss, not_copied, copied = float("inf"), {}, {}
for _ in range(200):
    training_loss, loss = one_epoch(model, optimizer)
    if loss < best_loss:
        best_loss = loss
        not_copied = model.state_dict()
        copied = copy.deepcopy(model.state_dict())
print(f"best epoch {best_loss:.1f}   last epoch {loss:.1f}")
for name, state in [("state_dict()", not_copied), ("deepcopy of it", copied)]:
    restored = make_model(64)
    restored.load_state_dict(state)
    outputs, targets = predict(restored, [whole])
    print(f"{name:14} restores {F.cross_entropy(outputs, targets).item():.1f}")
# --8<-- [end:alias]

# --8<-- [start:machine-shuffle]
for drop_last in (False, True):
    found = []
    for seed in range(20):
        order = torch.Generator().manual_seed(seed)
        options = {"shuffle": True, "generator": order, "drop_last": drop_last}
        shuffled = DataLoader(validation_set, 64, **options)
        outputs, targets = predict(restored, shuffled)
        found.append((outputs.argmax(dim=1) == targets).sum().item())
    options = f"drop_last={drop_last}, {len(targets)} samples"
    print(f"{options}: from {min(found)} to {max(found)} right")
# --8<-- [end:machine-shuffle]

# --8<-- [start:logits]
try:
    metrics.accuracy_score(targets.numpy(), outputs.numpy())
except ValueError as error:
    print(error)
# --8<-- [end:logits]

# --8<-- [start:figure-confusion]
import matplotlib.pyplot as plt

figure, axes = plt.subplots(figsize=(4.6, 4.2))
right = matrix.diagonal().diag()
for color, shown in [("C0", right), ("C1", matrix - right)]:
    rows, columns = shown.nonzero(as_tuple=True)
    axes.plot(columns, rows, "s", color=color, markersize=19, alpha=0.35)
    for row, column in zip(rows.tolist(), columns.tolist()):
        count = str(matrix[row, column].item())
        axes.text(column, row, count, ha="center", va="center")
axes.set(xlabel="predicted digit", xticks=range(10), xlim=(-0.7, 9.7))
axes.set(ylabel="true digit", yticks=range(10), ylim=(9.7, -0.7))
figure.savefig("confusion.svg")
# --8<-- [end:figure-confusion]

# --8<-- [start:figure-curves]
figure, panels = plt.subplots(1, 2, figsize=(6.4, 3), sharey=True)
titles = {2: "too small: underfits", 64: "too few images: overfits"}
for axes, (hidden, title) in zip(panels, titles.items()):
    training, validation = zip(*curves[hidden])
    axes.plot(range(0, 200, 4), training[::4], color="C0")
    axes.plot(range(0, 200, 4), validation[::4], color="C1")
    axes.set(title=title, xlabel="epoch", ylim=(0, 2.5))
panels[0].set(ylabel="loss")
panels[0].text(110, 1.85, "validation", color="C1")
panels[0].text(110, 1.05, "training", color="C0")
panels[1].text(120, 1.2, "validation", color="C1")
panels[1].text(120, 0.4, "training", color="C0")
arrow = {"arrowstyle": "->", "color": "C2"}
panels[1].annotate("stop here", (72, 0.82), (75, 1.9), arrowprops=arrow, color="C2")
figure.savefig("curves.svg")
# --8<-- [end:figure-curves]
