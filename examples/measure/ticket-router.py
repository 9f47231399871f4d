"""The scores of the ticket routers on 71 tickets, for several seeds, with intervals."""

import sys
from pathlib import Path
from statistics import mean

import torch
from sklearn.metrics import accuracy_score, f1_score

FIRST, SECOND = "projects/ticket-router", "projects/ticket-router-transformer"
FILES = [
    *(
        f"{FIRST}/{name}.py"
        for name in ("tickets", "words", "routers", "train_routers")
    ),
    *(f"{SECOND}/{name}.py" for name in ("corpus", "train_transformer")),
    "data/tickets/tickets.csv",
]
EXAMPLES = Path(__file__).resolve().parents[1]
for folder in (FIRST, SECOND):
    sys.path.append(str(EXAMPLES / folder))
SEEDS = (0, 1, 2, 3, 4)


def macro(wanted: torch.Tensor, answers: torch.Tensor) -> float:
    return float(f1_score(wanted, answers, average="macro"))


def small_routers(
    seed: int, quick: bool
) -> dict[str, tuple[torch.Tensor, torch.Tensor]]:
    """Wanted labels and answers of the routers that see words."""
    from routers import WordCounts, WordVectors
    from tickets import TICKETS, read, split
    from train_routers import fit, make_loaders, predict
    from words import vocabulary

    device = torch.device("cpu")
    texts, labels = read(TICKETS)
    parts = split(labels)
    if quick:
        parts["training"] = parts["training"][:32]
    numbers = vocabulary(texts[index] for index in parts["training"])
    counts = labels[parts["training"]].bincount(minlength=3)
    weight = counts.sum() / (3 * counts.clamp(min=1))
    found = {}
    for name, make, used in (
        ("word counts", WordCounts, None),
        ("word counts, classes weighted", WordCounts, weight),
        ("word vectors", WordVectors, None),
        ("word vectors, classes weighted", WordVectors, weight),
    ):
        torch.manual_seed(seed)
        model = make(len(numbers))
        loaders = make_loaders(texts, labels, parts, numbers, seed)
        fit(model, loaders, device, weight=used)
        logits, wanted = predict(model, loaders["test"], device)
        found[name] = wanted, logits.argmax(dim=1)
    return found


def transformers(
    seed: int, quick: bool
) -> dict[str, tuple[torch.Tensor, torch.Tensor]]:
    """Wanted labels and answers of the small DistilBERT, trained in two ways."""
    from corpus import load
    from train_transformer import build_small, fit, make_loaders, predict

    device = torch.device("cpu")
    texts, labels, parts = load()
    if quick:
        parts["training"] = parts["training"][:32]
    found = {}
    for name, lr, epochs in (
        ("small DistilBERT, lr 1e-3, at most 30 epochs", 1e-3, 30),
        ("small DistilBERT, lr 2e-5, 3 epochs", 2e-5, 3),
    ):
        tokenizer, model = build_small(
            [texts[index] for index in parts["training"]], seed
        )
        loaders = make_loaders(tokenizer, texts, labels, parts, seed)
        fit(model, loaders, device, lr, 1 if quick else epochs)
        logits, wanted = predict(model, loaders["test"], device)
        found[name] = wanted, logits.argmax(dim=1)
    return found


def bootstrap(
    pairs: list[tuple[torch.Tensor, torch.Tensor]], times: int
) -> list[float]:
    """The 2.5 % and 97.5 % quantile of the mean macro-F1, over drawn test sets."""
    count = len(pairs[0][0])
    drawn = torch.randint(
        count, (times, count), generator=torch.Generator().manual_seed(0)
    )
    total = torch.zeros(times, dtype=torch.float64)
    for wanted, answers in pairs:
        cells = torch.nn.functional.one_hot(3 * wanted + answers, 9)
        matrices = cells[drawn].sum(dim=1).reshape(times, 3, 3).double()
        right = matrices.diagonal(dim1=1, dim2=2)
        total += (2 * right / (matrices.sum(dim=1) + matrices.sum(dim=2))).nanmean(
            dim=1
        )
    return (
        (total / len(pairs))
        .quantile(torch.tensor([0.025, 0.975], dtype=torch.float64))
        .tolist()
    )


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Each router's scores, one value a seed, and the two ends of its interval."""
    runs = [
        small_routers(seed, quick) | transformers(seed, quick)
        for seed in (SEEDS[:1] if quick else SEEDS)
    ]
    rows = {}
    for name in runs[0]:
        pairs = [run[name] for run in runs]
        rows[f"{name}: accuracy"] = [float(accuracy_score(*pair)) for pair in pairs]
        rows[f"{name}: macro-F1"] = [macro(*pair) for pair in pairs]
        rows[f"{name}: F1 of account"] = [
            float(f1_score(*pair, average=None)[0]) for pair in pairs
        ]
        rows[f"{name}: interval of the macro-F1"] = bootstrap(
            pairs, 5 if quick else 2000
        )
    code = [
        line
        for file in ("corpus", "train_transformer")
        for line in (EXAMPLES / SECOND / f"{file}.py")
        .read_text(encoding="utf-8")
        .splitlines()
        if line.strip() and not line.startswith("#")
    ]
    return rows | {"lines of code": [float(len(code))]}


def table(rows: dict[str, list[float]]) -> list[str]:
    """One line a router: means over the seeds, the span of the seeds, the interval."""
    names = [
        label.removesuffix(": accuracy")
        for label in rows
        if label.endswith(": accuracy")
    ]
    lines = [
        "| router | accuracy | F1 of account | macro-F1 | over seeds | 95 % interval |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    for name in names:
        scores, (low, high) = (
            rows[f"{name}: macro-F1"],
            rows[f"{name}: interval of the macro-F1"],
        )
        lines.append(
            f"| {name} | {mean(rows[f'{name}: accuracy']):.2f} "
            f"| {mean(rows[f'{name}: F1 of account']):.2f} "
            f"| {mean(scores):.2f} | {min(scores):.2f} to {max(scores):.2f} "
            f"| {low:.2f} to {high:.2f} |"
        )
    return lines


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
