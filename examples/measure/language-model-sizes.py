"""Bits per character of held-out entries, for more width, depth, text or steps."""

import sys
import time
from dataclasses import replace
from pathlib import Path
from statistics import median

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "projects/language-model"))
from jargon import read, split
from shipped import load_pieces
from sizes import SIZES, share_of
from train_gpt import build, fit, per_character

FILES = [f"projects/language-model/{name}.py" for name in ("sizes", "shipped")]


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Weights, passes over the text, bits of test and training text, CPU seconds."""
    parts, (pieces, _) = split(read()), load_pieces()
    held_out = parts["test"][: 3000 if quick else None]
    seen = share_of(parts["training"], 1 / 16)[: len(held_out)]
    result: dict[str, list[float]] = {}
    for seed in range(1 if quick else 3):
        for name, (options, share) in SIZES.items():
            options = replace(options, seed=seed)
            text = share_of(parts["training"], share)
            if quick:
                options, text = replace(options, width=8, steps=2), text[:9000]
            tokens = pieces.encode(text)
            model = build(options)
            start = time.process_time()
            fit(model, tokens, options, torch.device("cpu"))
            seconds = time.process_time() - start
            context = options.context
            told = {
                "weights": sum(weight.numel() for weight in model.parameters()),
                "passes": options.steps * options.batch * context / len(tokens),
                "test (bits)": per_character(model, pieces, held_out, context),
                "seen (bits)": per_character(model, pieces, seen, context),
                "time (CPU s)": seconds,
            }
            for what, value in told.items():
                result.setdefault(f"{name}: {what}", []).append(value)
            print(seed, name, told, file=sys.stderr, flush=True)
    return result


def table(rows: dict[str, list[float]]) -> list[str]:
    """One line a size."""
    head = "| | weights | passes over its text | bits: test | bits: seen | time |"
    lines = [head, "|---|--:|--:|--:|--:|--:|"]
    for name in SIZES:
        weights, passes, test, seen, seconds = (
            rows[f"{name}: {what}"]
            for what in (
                "weights",
                "passes",
                "test (bits)",
                "seen (bits)",
                "time (CPU s)",
            )
        )
        cells = [
            f"{weights[0]:,}",
            f"{passes[0]:.1f}",
            f"{median(test):.2f} ({min(test):.2f} to {max(test):.2f})",
            f"{median(seen):.2f}",
            f"{median(seconds):.0f} s",
        ]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return lines


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
