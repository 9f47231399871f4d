"""How far are pictures of a small diffusion model from real ones?"""

import os
import sys
from pathlib import Path
from statistics import mean

import torch

EXAMPLES = Path(__file__).resolve().parents[1]
FOLDER = "projects/generate-pictures"
FILES = [f"{FOLDER}/{name}.py" for name in ("scores", "train_generator")]
sys.path.append(str(EXAMPLES / FOLDER))

from diffusion import sample
from scores import Scores
from small_pictures import as_bytes
from train_generator import RATES, STEPS, build, fit

CACHE = EXAMPLES.parent / ".cache/generate-pictures"  # a stopped run goes on from here
SOURCES = ("emoji", "fashion")
GUIDANCE = (0, 1, 2, 4)
SEEDS = 3
KINDS = ("distance", "recognised", "nearest")


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Each row's label, and one value a seed."""
    rows: dict[str, list[float]] = {}

    def note(name: str, values: tuple[float, ...]) -> None:
        for kind, value in zip(KINDS, values, strict=True):
            rows.setdefault(f"{name}: {kind}", []).append(value)
        told = " ".join(f"{value:.3f}" for value in values)
        print(name, told, file=sys.stderr, flush=True)

    for source in SOURCES:
        scores = Scores(source, 70 if quick else 300)
        training, labels = ~scores.pictures.held, scores.labels
        right = scores.recognised(scores.held, labels)
        far = scores.nearest(scores.held)
        note(f"{source}, real", (scores.distance(scores.real), right, far))
        generator = torch.Generator().manual_seed(0)
        noise = torch.randint(256, scores.held.shape, generator=generator)
        note(f"{source}, noise", scores.told(noise.to(torch.uint8), labels))
        for seed in range(SEEDS):
            torch.manual_seed(seed)
            channels, classes = scores.held.shape[1], len(scores.pictures.classes)
            model = build("diffusion", channels, classes)
            if not quick:
                os.makedirs(CACHE, exist_ok=True)
            fit(
                model,
                scores.pictures.pixels[training],
                scores.pictures.labels[training],
                1 if quick else STEPS,
                RATES["diffusion"],
                seed,
                None if quick else CACHE / f"diffusion-{source}-{seed}.pt",
                every=50,
            )
            start = torch.randn(
                scores.held.shape, generator=torch.Generator().manual_seed(seed)
            )
            for guidance in GUIDANCE:
                many = 1 if quick else 20
                made = sample(model, start, labels, float(guidance), many)
                note(
                    f"{source}, guidance {guidance}",
                    scores.told(as_bytes(made), labels),
                )
    return rows


def table(rows: dict[str, list[float]]) -> list[str]:
    """One line a kind of pictures: means over the seeds, and the span of distances."""
    lines = [
        "| pictures | emoji: distance | recognised | nearest "
        "| clothes: distance | recognised | nearest |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    named = {"real": "real ones"}
    named |= {f"guidance {weight}": f"guidance {weight}" for weight in GUIDANCE}
    for key, name in {**named, "noise": "noise"}.items():
        cells = []
        for source in SOURCES:
            distances, shares, far = (
                rows[f"{source}, {key}: {kind}"] for kind in KINDS
            )
            span = f" ({min(distances):.1f} to {max(distances):.1f})"
            cells.append(f"{mean(distances):.1f}" + span * (len(distances) > 1))
            cells += [f"{mean(shares):.0%}", f"{mean(far):.3f}"]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return lines


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
