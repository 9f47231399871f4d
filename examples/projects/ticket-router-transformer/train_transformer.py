"""Train a DistilBERT on the tickets in our own loop, save it as transformers does."""
# handbook: args="--epochs 1"

# --8<-- [start:build]
import argparse
import math
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path

import torch
import torch.nn.functional as F
from sklearn.metrics import accuracy_score, f1_score
from torch import nn
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DistilBertConfig,
)

from corpus import LABELS, load, train_tokenizer

NAMES = {
    "id2label": dict(enumerate(LABELS)),
    "label2id": {label: index for index, label in enumerate(LABELS)},
}


def build_small(texts: list[str], seed: int):
    """Return a tokenizer of the texts, and a small model that has learned nothing."""
    tokenizer = train_tokenizer(texts)
    config = DistilBertConfig(
        vocab_size=len(tokenizer),
        dim=64,
        n_layers=2,
        n_heads=4,
        hidden_dim=128,
        max_position_embeddings=128,
        **NAMES,
    )
    torch.manual_seed(seed)
    return tokenizer, AutoModelForSequenceClassification.from_config(config)


def build_pretrained(name: str, seed: int, **where: object):
    """Return tokenizer and model of a folder, or of a name on the Hub."""
    torch.manual_seed(seed)
    try:
        tokenizer = AutoTokenizer.from_pretrained(name, **where)
        return tokenizer, AutoModelForSequenceClassification.from_pretrained(
            name, **NAMES, **where
        )
    except OSError:
        raise OSError(
            f"Could not load {name}: it is no folder here, not in the cache, "
            "and huggingface.co did not deliver it; "
            "check the name and the network, or leave out --model."
        ) from None


# --8<-- [end:build]


# --8<-- [start:loaders]
def make_loaders(
    tokenizer,
    texts: list[str],
    labels: torch.Tensor,
    parts: dict[str, list[int]],
    seed: int,
) -> dict[str, DataLoader]:
    """Return a loader for each part, of dictionaries of tensors."""

    def collate(indices: list[int]) -> dict[str, torch.Tensor]:
        batch = tokenizer(
            [texts[index] for index in indices],
            padding=True,
            truncation=True,
            return_tensors="pt",
        )
        return {**batch, "labels": labels[indices]}

    shuffle = torch.Generator().manual_seed(seed)
    loaders = {
        name: DataLoader(part, batch_size=32, collate_fn=collate)
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


# --8<-- [end:loaders]


# --8<-- [start:epoch]
def train_epoch(
    model: nn.Module,
    loader: DataLoader,
    optimizer: torch.optim.Optimizer,
    device: torch.device,
) -> float:
    """Update the model once per batch; return the mean loss over all tickets."""
    model.train()
    total = torch.zeros((), device=device)
    for batch in loader:
        batch = {name: tensor.to(device) for name, tensor in batch.items()}
        labels = batch.pop("labels")
        optimizer.zero_grad()
        with torch.autocast(device.type, dtype=torch.bfloat16):
            logits = model(**batch).logits
        loss = F.cross_entropy(logits.float(), labels)
        loss.backward()
        optimizer.step()
        total += loss.detach() * len(labels)
    return total.item() / len(loader.dataset)


@torch.inference_mode()
def predict(
    model: nn.Module, loader: DataLoader, device: torch.device
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return logits and labels of all tickets, in the loader's order."""
    model.eval()
    logits, wanted = [], []
    for batch in loader:
        wanted.append(batch.pop("labels"))
        logits.append(
            model(
                **{name: tensor.to(device) for name, tensor in batch.items()}
            ).logits.cpu()
        )
    return torch.cat(logits), torch.cat(wanted)


# --8<-- [end:epoch]


# --8<-- [start:fit]
def fit(
    model: nn.Module,
    loaders: dict[str, DataLoader],
    device: torch.device,
    lr: float,
    epochs: int,
    patience: int = 2,
    report: Callable[[str], None] = lambda line: None,
) -> list[dict[str, float]]:
    """Train until the validation loss stops improving; leave the model at its best."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    best, best_weights, waited, history = (
        float("inf"),
        deepcopy(model.state_dict()),
        0,
        [],
    )
    while waited < patience and len(history) < epochs:
        training_loss = train_epoch(model, loaders["training"], optimizer, device)
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
    parser.add_argument(
        "--model",
        metavar="NAME",
        help="a folder, or a name on the Hub such as distilbert-base-uncased",
    )
    parser.add_argument("--lr", type=float, help="default: 1e-3, or 2e-5 with --model")
    parser.add_argument("--epochs", type=int, default=30, help="at most; default: 30")
    parser.add_argument("--seed", type=int, default=0, help="default: 0")
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("router"),
        help="folder to write; default: router",
    )
    options = parser.parse_args()

    accelerator = torch.accelerator.current_accelerator(check_available=True)
    device = accelerator or torch.device("cpu")
    texts, labels, parts = load()
    try:
        if options.model:
            tokenizer, model = build_pretrained(options.model, options.seed)
        else:
            tokenizer, model = build_small(
                [texts[index] for index in parts["training"]], options.seed
            )
    except OSError as error:
        sys.exit(str(error))
    print(
        f"{sum(p.numel() for p in model.parameters()):,} parameters, "
        f"{len(tokenizer):,} pieces"
    )

    model.to(device)
    loaders = make_loaders(tokenizer, texts, labels, parts, options.seed)
    lr = options.lr or (2e-5 if options.model else 1e-3)
    history = fit(
        model,
        loaders,
        device,
        lr,
        options.epochs,
        report=lambda line: print(line, file=sys.stderr),
    )
    best = min(epoch["validation loss"] for epoch in history)
    print(f"validation loss {best:.2f}, of a guess {math.log(3):.2f}")
    logits, wanted = predict(model, loaders["test"], device)
    accuracy = accuracy_score(wanted, logits.argmax(dim=1))
    macro = f1_score(wanted, logits.argmax(dim=1), average="macro")
    print(f"test: accuracy {accuracy:.2f}, macro-F1 {macro:.2f}")

    model.save_pretrained(options.out)
    tokenizer.save_pretrained(options.out)
    print("written:", *sorted(path.name for path in options.out.iterdir()))
    tokenizer, model = build_pretrained(str(options.out), seed=0)
    again, _ = predict(
        model.to(device),
        make_loaders(tokenizer, texts, labels, parts, 0)["test"],
        device,
    )
    difference = (again - logits).abs().max()
    print(f"loaded again, the logits differ by at most {difference:.4f}")
    print("label 1 is", model.config.id2label[1])


if __name__ == "__main__":
    main()
# --8<-- [end:main]
