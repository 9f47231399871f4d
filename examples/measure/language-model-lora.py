"""Headwords from definitions: before, with LoRA, and with all weights trained."""

import sys
import time
from pathlib import Path
from statistics import median

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "projects/language-model"))
from adapter import add_lora
from gpt import GPT
from headwords import (
    bits_of_answers,
    candidates,
    encode,
    letters_apart,
    questions,
    share_right,
    teach,
)
from jargon import read, split
from shipped import load_model, load_pieces

FILES = [
    f"projects/language-model/{name}.py" for name in ("adapter", "headwords", "shipped")
]
STEPS, LORA, ALL = 200, 3e-3, 3e-4
FORMS = {"before": 0, "LoRA, rank 1": 1, "LoRA, rank 8": 8, "all weights": 0}


def ready(form: str, base: GPT, seed: int, items: list, steps: int) -> GPT:
    """The model of a form, trained unless it is the one before."""
    torch.manual_seed(seed)
    if form == "before":
        return base.requires_grad_(False)
    if rank := FORMS[form]:
        return teach(add_lora(base, rank, 2 * rank), items, steps, LORA, seed)
    return teach(load_model(), items, steps, ALL, seed)


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Each form's trained weights, bits, right answers among ten, and CPU seconds."""
    parts, (pieces, _) = split(read()), load_pieces()
    learned = questions(parts["training"][: 20_000 if quick else None])
    asked = questions(parts["test"])[: 12 if quick else None]
    training = [encode(pieces, *pair) for pair in learned]
    items = [encode(pieces, *pair) for pair in asked]
    characters = sum(len(headword) + 1 for _, headword in asked)
    away = [*items[7:], *items[:7]]
    others = [(away[n][0], answer) for n, (_, answer) in enumerate(items)]
    start = pieces.encode("\n\n")
    own_form = [(start, pieces.encode(f"{headword}\n")) for _, headword in asked]
    result: dict[str, list[float]] = {}

    def note(label: str, value: float) -> None:
        result.setdefault(label, []).append(value)
        print(f"{label}: {value:.3f}", file=sys.stderr, flush=True)

    base = load_model()
    told = sum(bits_of_answers(base, own_form)) / characters
    note("headwords as the File has them (bits)", told)
    for seed in range(1 if quick else 3):
        rows = candidates(len(items), seed)
        pairs = [(items[row[0]][0], items[each][1]) for row in rows for each in row]
        apart = [
            [letters_apart(asked[row[0]][0], asked[each][1]) for each in row]
            for row in rows
        ]
        note("letters in common: right of ten (%)", 100 * share_right(apart))
        for form in FORMS:
            began = time.process_time()
            model = ready(form, base, seed, training, 2 if quick else STEPS)
            seconds = time.process_time() - began
            trained = sum(w.numel() for w in model.parameters() if w.requires_grad)
            note(f"{form}: trained weights", trained)
            own = sum(bits_of_answers(model, items)) / characters
            note(f"{form}: own definition (bits)", own)
            other = sum(bits_of_answers(model, others)) / characters
            note(f"{form}: another's definition (bits)", other)
            bits = bits_of_answers(model, pairs)
            by_row = [bits[place : place + 10] for place in range(0, len(bits), 10)]
            note(f"{form}: right of ten (%)", 100 * share_right(by_row))
            note(f"{form}: time (CPU s)", seconds)
    return result


def cell(values: list[float], places: int) -> str:
    """The median, with the lowest and the highest where they differ."""
    middle, low, high = (
        f"{value:.{places}f}" for value in (median(values), min(values), max(values))
    )
    return middle if low == high else f"{middle} ({low} to {high})"


def table(rows: dict[str, list[float]]) -> list[str]:
    """One line a form."""
    head = "| | trained weights | bits: own definition | bits: another's "
    lines = [f"{head}| right of ten | time |", "|---|--:|--:|--:|--:|--:|"]
    for form in FORMS:
        trained = rows[f"{form}: trained weights"][0]
        seconds = median(rows[f"{form}: time (CPU s)"])
        cells = [
            f"{trained:,}",
            cell(rows[f"{form}: own definition (bits)"], 2),
            cell(rows[f"{form}: another's definition (bits)"], 2),
            f"{cell(rows[f'{form}: right of ten (%)'], 0)} %",
            f"{seconds:.0f} s",
        ]
        lines.append(f"| {form} | {' | '.join(cells)} |")
    right = cell(rows["letters in common: right of ten (%)"], 0)
    lines.append(f"| most letters in common | 0 | | | {right} % | |")
    told = cell(rows["headwords as the File has them (bits)"], 2)
    lines.append(f"| before, in the form of the File | 0 | {told} | | | |")
    return lines


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
