"""Train both routers with early stopping, compare them, and save the better one."""

# --8<-- [start:data]
import argparse
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path

import torch
import torch.nn.functional as F
from sklearn.metrics import accuracy_score, f1_score
from torch import nn
from torch.utils.data import DataLoader

from routers import WordCounts, WordVectors
from tickets import TICKETS, read, split
from words import bags, vocabulary


def make_loaders(
    texts: list[str],
    labels: torch.Tensor,
    parts: dict[str, list[int]],
    numbers: dict[str, int],
    seed: int,
) -> dict[str, DataLoader]:
    """Return a loader for each part, of batches of word numbers, starts and labels."""

    def collate(indices: list[int]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        return *bags([texts[index] for index in indices], numbers), labels[indices]

    shuffle = torch.Generator().manual_seed(seed)
    loaders = {
        name: DataLoader(part, batch_size=128, collate_fn=collate)
        for name, part in parts.items()
    }
    loaders["training"] = DataLoader(
        parts["training"],
        batch_size=32,
        shuffle=True,
        generator=shuffle,
        collate_fn=collate,
    )
    return loaders


# --8<-- [end:data]


# --8<-- [start:epoch]
def train_epoch(
    model: nn.Module,
    loader: DataLoader,
    optimizer: torch.optim.Optimizer,
    device: torch.device,
    weight: torch.Tensor | None = None,
) -> float:
    """Update the model once per batch; return the losses' mean, by size of batch."""
    model.train()
    total = torch.zeros((), device=device)
    for ids, starts, labels in loader:
        ids, starts, labels = ids.to(device), starts.to(device), labels.to(device)
        optimizer.zero_grad()
        logits = model(ids, starts)
        loss = F.cross_entropy(logits, labels, weight=weight)
        loss.backward()
        optimizer.step()
        total += loss.detach() * len(labels)
    return total.item() / len(loader.dataset)


@torch.inference_mode()
def predict(
    model: nn.Module, loader: DataLoader, device: torch.device
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return logits and labels of all tickets, in the order of the loader."""
    model.eval()
    pairs = [
        (model(ids.to(device), starts.to(device)).cpu(), labels)
        for ids, starts, labels in loader
    ]
    logits, labels = zip(*pairs)
    return torch.cat(logits), torch.cat(labels)


# --8<-- [end:epoch]


# --8<-- [start:fit]
def fit(
    model: nn.Module,
    loaders: dict[str, DataLoader],
    device: torch.device,
    patience: int = 2,
    weight: torch.Tensor | None = None,
    report: Callable[[str], None] = lambda line: None,
) -> list[dict[str, float]]:
    """Train until the validation loss stops improving; leave the model at its best."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    best, best_weights, waited, history = (
        float("inf"),
        deepcopy(model.state_dict()),
        0,
        [],
    )
    while waited < patience and len(history) < 100:
        training_loss = train_epoch(
            model, loaders["training"], optimizer, device, weight
        )
        logits, labels = predict(model, loaders["validation"], device)
        loss = F.cross_entropy(logits, labels).item()
        score = f1_score(labels, logits.argmax(dim=1), average="macro")
        history.append(
            {"training loss": training_loss, "validation loss": loss, "macro-F1": score}
        )
        report(
            f"epoch {len(history):2}: "
            + ", ".join(f"{name} {value:.3f}" for name, value in history[-1].items())
        )
        if loss < best:
            best, best_weights, waited = loss, deepcopy(model.state_dict()), 0
        else:
            waited += 1
    model.load_state_dict(best_weights)
    return history


# --8<-- [end:fit]


# --8<-- [start:main]
def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0, help="default: 0")
    parser.add_argument(
        "--out", type=Path, default=Path("router.pt"), help="default: router.pt"
    )
    options = parser.parse_args()

    accelerator = torch.accelerator.current_accelerator(check_available=True)
    device = accelerator or torch.device("cpu")
    texts, labels = read(TICKETS)
    parts = split(labels)
    numbers = vocabulary(texts[index] for index in parts["training"])
    routers = {"word counts": WordCounts, "word vectors": WordVectors}
    best, chosen = 0.0, ""
    for name, make in routers.items():
        torch.manual_seed(options.seed)
        model = make(len(numbers)).to(device)
        loaders = make_loaders(texts, labels, parts, numbers, options.seed)
        print(name, file=sys.stderr)
        history = fit(
            model, loaders, device, report=lambda line: print(line, file=sys.stderr)
        )
        score = min(history, key=lambda epoch: epoch["validation loss"])["macro-F1"]
        if score > best:
            best, chosen = score, name
            torch.save(
                {"router": name, "weights": model.state_dict(), "vocabulary": numbers},
                options.out,
            )
        logits, wanted = predict(model, loaders["test"], device)
        answers = logits.argmax(dim=1)
        accuracy, macro = (
            accuracy_score(wanted, answers),
            f1_score(wanted, answers, average="macro"),
        )
        print(f"{name}: accuracy {accuracy:.1f}, macro-F1 {macro:.1f}")
    print("saved, since better on the validation tickets:", chosen)


if __name__ == "__main__":
    main()
# --8<-- [end:main]
