"""Bits per character of held-out entries: counting, packing, and models that learn."""

import gzip
import lzma
import sys
from dataclasses import asdict, replace
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "projects/language-model"))
from jargon import read, split
from ngrams import bits_of_counts
from pieces import Pieces, learn
from small import FewCharacters, OneHead
from train_gpt import FULL, Options, build, fit, per_character

FILES = [
    f"projects/language-model/{name}.py" for name in ("ngrams", "small", "train_gpt")
]
SEEDS = 3
COUNTED = ("one", "two", "three", "four", "five", "six")


def packed(part: str, before: str) -> dict[str, float]:
    """How many bits a character adds to a packed file that begins with `before`."""
    ways = {
        "gzip": lambda text: gzip.compress(text.encode(), 9),
        "xz": lambda text: lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME),
    }
    return {
        name: 8 * (len(pack(before + part)) - len(pack(before))) / len(part)
        for name, pack in ways.items()
    }


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Each row's label (unit in parentheses at the end), and its repeated values."""
    text = read()
    parts = split(text)
    characters = "".join(sorted({*text}))
    kinds = {96: Pieces(characters, [])}
    merges = learn(parts["training"], characters, 100 if quick else 512)
    kinds[512] = Pieces(characters, merges)
    tokens = {size: kind.encode(parts["training"]) for size, kind in kinds.items()}
    test = parts["test"][:5000] if quick else parts["test"]
    if quick:
        tokens = {size: some[:5000] for size, some in tokens.items()}

    result: dict[str, list[float]] = {}

    def note(label: str, value: float) -> None:
        result.setdefault(f"{label} (bits)", []).append(value)
        print(f"{label}: {value:.3f}", file=sys.stderr, flush=True)

    size, known = len(characters), tokens[96]
    counted = bits_of_counts(known, kinds[96].encode(test), size, len(COUNTED))
    for name, value in zip(COUNTED, counted):
        note(f"counted: {name} at a time", value)
    for name, value in packed(test, parts["training"]).items():
        note(f"packed after the training part: {name}", value)

    device = torch.device("cpu")
    for seed in range(1 if quick else SEEDS):
        plain = Options(seed=seed)
        forms = {
            "eight characters, MLP": (plain, FewCharacters(1)),
            "one head": (plain, OneHead(1)),
            "two blocks, positions from a table": (replace(plain, rotary=False), None),
            "two blocks": (plain, None),
            "two blocks, 512 pieces": (replace(plain, size=512), None),
            "full form, three wider blocks": (
                Options(**{**asdict(plain), **FULL}),
                None,
            ),
        }
        for label, (options, other) in forms.items():
            if quick:
                options = replace(options, steps=1)
            torch.manual_seed(seed)
            model = type(other)(size) if other else build(options)
            fit(model, tokens[options.size], options, device)
            kind = kinds[options.size]
            note(label, per_character(model, kind, test, options.context))
    return result


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
