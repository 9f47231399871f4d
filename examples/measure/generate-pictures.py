"""How far are pictures from drawn codes from real ones? Autoencoder and VAE."""

import os
import sys
from pathlib import Path
from statistics import mean

import torch

EXAMPLES = Path(__file__).resolve().parents[1]
FOLDER = "projects/generate-pictures"
FILES = [f"{FOLDER}/{name}.py" for name in ("scores", "train_generator")]
sys.path.append(str(EXAMPLES / FOLDER))

from scores import Scores
from small_pictures import as_bytes, scaled
from train_generator import RATES, STEPS, build, fit

CACHE = EXAMPLES.parent / ".cache/generate-pictures"  # a stopped run goes on from here
SOURCES = ("emoji", "fashion")
KINDS = {"autoencoder": 1.0, "vae": 1.0, "vae 4": 4.0}  # how much a cloud counts


def half_way(some: torch.Tensor) -> torch.Tensor:
    """The middle of each and of the one as far from the end as it is from the start."""
    return (some + some.flip(0)) / 2


@torch.inference_mode()
def scored(model: torch.nn.Module, scores: Scores, seed: int) -> dict[str, float]:
    """Distances of pictures from drawn codes, from codes half way, and sent through."""
    codes = model.encode(scaled(scores.known))
    generator = torch.Generator().manual_seed(seed)
    drawn = torch.randn(len(scores.held), model.size, generator=generator)
    if model.answers == 1:
        drawn = codes.mean(0) + drawn * codes.std(0)
    own = model.encode(scaled(scores.held))
    back = model.decoder(own).clamp(-1, 1)
    error = (back - scaled(scores.held)).square().mean().sqrt().item() / 2
    return {
        "drawn": scores.distance(as_bytes(model.decoder(drawn))),
        "half way": scores.distance(as_bytes(model.decoder(half_way(own)))),
        "back": scores.distance(as_bytes(back)),
        "error": error,
    }


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Each row's label, and one value a seed."""
    rows: dict[str, list[float]] = {}
    for source in SOURCES:
        scores = Scores(source, 70 if quick else 300)
        training = ~scores.pictures.held
        generator = torch.Generator().manual_seed(0)
        noise = torch.randint(256, scores.held.shape, generator=generator)
        pixels = as_bytes(half_way(scaled(scores.held)))
        rows[f"{source}, real: back"] = [scores.distance(scores.real)]
        rows[f"{source}, real: half way"] = [scores.distance(pixels)]
        rows[f"{source}, noise: drawn"] = [scores.distance(noise.to(torch.uint8))]
        for kind, beta in KINDS.items():
            for seed in range(1 if quick else 3):
                torch.manual_seed(seed)
                model = build(kind.split()[0], scores.held.shape[1], 0)
                model.beta = beta
                checkpoint = None if quick else CACHE / f"{kind}-{source}-{seed}.pt"
                if checkpoint:
                    os.makedirs(CACHE, exist_ok=True)
                fit(
                    model,
                    scores.pictures.pixels[training],
                    scores.pictures.labels[training],
                    2 if quick else STEPS,
                    RATES[kind.split()[0]],
                    seed,
                    checkpoint,
                )
                told = scored(model.eval(), scores, seed)
                print(source, kind, seed, told, file=sys.stderr, flush=True)
                for name, value in told.items():
                    rows.setdefault(f"{source}, {kind}: {name}", []).append(value)
    return rows


def table(rows: dict[str, list[float]]) -> list[str]:
    """One line a kind of pictures: means over the seeds, and their span."""
    lines = ["| pictures | emoji | clothes |", "|---|--:|--:|"]
    named = {
        "real: back": "real ones, of the training",
        "autoencoder: back": "sent through the autoencoder",
        "vae: back": "sent through the VAE",
        "vae 4: back": "sent through the VAE, clouds count four times",
        "real: half way": "half way between two, pixel by pixel",
        "autoencoder: half way": "half way between two codes, autoencoder",
        "vae: half way": "half way between two codes, VAE",
        "vae 4: half way": "half way between two codes, VAE, four times",
        "autoencoder: drawn": "from drawn codes, autoencoder",
        "vae: drawn": "from drawn codes, VAE",
        "vae 4: drawn": "from drawn codes, VAE, four times",
        "noise: drawn": "noise",
    }
    for key, name in named.items():
        cells = [shown(rows[f"{source}, {key}"]) for source in SOURCES]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return lines


def shown(values: list[float]) -> str:
    span = f" ({min(values):.2f} to {max(values):.2f})"
    return f"{mean(values):.2f}" + span * (len(values) > 1)


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
