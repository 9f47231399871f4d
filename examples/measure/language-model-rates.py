"""What a learning-rate finder says, and what runs make of it, warmed up or not."""

import sys
from dataclasses import replace
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "projects/language-model"))
from jargon import read, split
from rates import lowest_point, plan, rising, take_steps
from shipped import load_pieces
from train_gpt import Options, build, per_character

FILES = [f"projects/language-model/{name}.py" for name in ("rates", "shipped")]
PEAKS = (0.002, 0.007, 0.02, 0.07, 0.2)
WARM = {"without warm-up": 0, "warm-up": 15}


def measure(quick: bool = False) -> dict[str, list[float]]:
    """The lowest point of the finder, and bits on the validation part for each peak."""
    parts, (pieces, _) = split(read()), load_pieces()
    tokens = pieces.encode(parts["training"][: 9000 if quick else None])
    held_out = parts["validation"][: 3000 if quick else None]
    count = 16 if quick else 300
    result: dict[str, list[float]] = {}

    def note(label: str, value: float) -> None:
        result.setdefault(label, []).append(value)
        print(f"{label}: {value:.4f}", file=sys.stderr, flush=True)

    for seed in range(1 if quick else 3):
        options = replace(Options(size=512), seed=seed)
        if quick:
            options = replace(options, width=8, batch=2)
        rates = rising(1e-5, 1.0, 10 if quick else 100)
        losses = take_steps(build(options), tokens, options, rates)
        note("finder: lowest point", lowest_point(rates, losses))
        for peak in PEAKS:
            for name, warm in WARM.items():
                model = build(options)
                take_steps(model, tokens, options, plan(peak, count, warm))
                told = per_character(model, pieces, held_out, options.context)
                note(f"peak {peak}, {name} (bits)", told)
    return result


def cell(values: list[float]) -> str:
    return f"{median(values):.2f} ({min(values):.2f} to {max(values):.2f})"


def table(rows: dict[str, list[float]]) -> list[str]:
    """One line a peak, one column with warm-up and one without."""
    lines = ["| peak of the rate | without warm-up | warm-up |", "|--:|--:|--:|"]
    for peak in PEAKS:
        cells = [cell(rows[f"peak {peak}, {name} (bits)"]) for name in WARM]
        lines.append(f"| {peak} | {' | '.join(cells)} |")
    points = rows["finder: lowest point"]
    told = f"between {min(points):.2f} and {max(points):.2f}"
    return [*lines, "", f"The finder's lowest points lay {told}."]


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
