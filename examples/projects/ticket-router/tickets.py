"""Read the tickets, and split them into three parts."""

# --8<-- [start:read]
import csv
from pathlib import Path

import torch
from sklearn.model_selection import train_test_split

TICKETS = Path(__file__).resolve().parents[2] / "data/tickets/tickets.csv"
LABELS = ["account", "billing", "technical"]


def read(path: Path) -> tuple[list[str], torch.Tensor]:
    """Return the texts, and the number of each one's label in LABELS."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for number, row in enumerate(rows, 1):
        if not row["text"].strip() or row["label"] not in LABELS:
            raise ValueError(
                f"{path}: ticket {number} has no text, "
                f"or the unknown label {row['label']!r}."
            )
    return [row["text"] for row in rows], torch.tensor(
        [LABELS.index(row["label"]) for row in rows]
    )


# --8<-- [end:read]


# --8<-- [start:split]
def split(labels: torch.Tensor) -> dict[str, list[int]]:
    """Return the indices of three parts: 15 % to test, 15 % to validate, the rest."""
    rest, test = train_test_split(
        range(len(labels)), test_size=0.15, stratify=labels, random_state=0
    )
    training, validation = train_test_split(
        rest, test_size=len(test), stratify=labels[rest], random_state=0
    )
    return {"training": training, "validation": validation, "test": test}


# --8<-- [end:split]
