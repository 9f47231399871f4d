"""Train the GPT, and go on where an interrupted training stood."""
# handbook: args="--steps 5"

# --8<-- [start:options]
import argparse
import json
import math
import os
import sys
import zlib
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import torch
import torch.nn.functional as F
from safetensors.torch import save_file
from torch import nn

from gpt import GPT, bits
from jargon import JARGON, read, split
from pieces import Pieces, learn


@dataclass(frozen=True)
class Options:
    """Two forms: the small one is for trying, FULL makes the weights of the page."""

    size: int = 96
    context: int = 64
    width: int = 64
    heads: int = 4
    blocks: int = 2
    dropout: float = 0.0
    rotary: bool = True
    steps: int = 300
    batch: int = 16
    rate: float = 3e-3
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse what cannot be trained, each with a sentence."""
        for name in ("context", "heads", "blocks", "steps", "batch"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1.")
        share = self.heads * (1 + self.rotary)
        if self.width < share or self.width % share:
            raise ValueError(f"width must be a multiple of {share}.")
        if not 0 <= self.dropout < 1:
            raise ValueError("dropout must be at least 0 and below 1.")
        if not 0 < self.rate < math.inf:
            raise ValueError("rate must be above 0.")


FULL = {"size": 512, "context": 128, "width": 128, "blocks": 3}
FULL |= {"steps": 2000, "batch": 8}


def build(options: Options) -> GPT:
    torch.manual_seed(options.seed)
    return GPT(
        options.size,
        options.context,
        options.width,
        options.heads,
        options.blocks,
        options.dropout,
        options.rotary,
    )


# --8<-- [end:options]


# --8<-- [start:fit]
def draw_batch(
    tokens: torch.Tensor, options: Options, generator: torch.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    """Cut pieces from random places: tokens, and the tokens that follow them."""
    length = options.context
    if len(tokens) <= length:
        raise ValueError(
            f"The text is too short: {len(tokens)} pieces for training, "
            f"and a context has {length}."
        )
    starts = torch.randint(
        len(tokens) - length, (options.batch, 1), generator=generator
    )
    pieces = tokens[starts + torch.arange(length + 1)]
    return pieces[:, :-1], pieces[:, 1:]


def rate_at(step: int, options: Options) -> float:
    """Warm up over the first twentieth, then fall to 0 along half a cosine."""
    warm = max(1, options.steps // 20)
    if step < warm:
        return options.rate * (step + 1) / warm
    done = (step - warm) / max(1, options.steps - warm)
    return options.rate * (1 + math.cos(math.pi * done)) / 2


def fit(
    model: nn.Module,
    tokens: torch.Tensor,
    options: Options,
    device: torch.device,
    checkpoint: Path | None = None,
    every: int = 100,
) -> nn.Module:
    """Train on random pieces, and write a checkpoint every so many steps."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=options.rate, fused=True)
    generator = torch.Generator().manual_seed(options.seed)
    first, text = 0, zlib.crc32(tokens.cpu().numpy().tobytes())
    about = asdict(options) | {"text": text}
    if checkpoint and checkpoint.is_file():
        try:
            state = torch.load(checkpoint, map_location="cpu")
            alike = state["options"] == about
        except Exception as error:
            raise ValueError(f"{checkpoint} is damaged: move it away.") from error
        if not alike:
            told = "is of other options or another text"
            raise ValueError(f"{checkpoint} {told}: move it away.")
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        generator.set_state(state["generator"])
        torch.set_rng_state(state["dropout"])
        first = state["step"]
        print(f"going on at step {first}", file=sys.stderr)
    model.train()
    for step in range(first, options.steps):
        optimizer.param_groups[0]["lr"] = rate_at(step, options)
        inputs, targets = draw_batch(tokens, options, generator)
        logits = model(inputs.to(device))
        loss = F.cross_entropy(logits.flatten(0, 1), targets.flatten().to(device))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        if checkpoint and (step + 1) % every == 0:
            print(
                f"step {step + 1} of {options.steps}: "
                f"{loss.item() / math.log(2):.2f} bits per piece",
                file=sys.stderr,
            )
            state = {
                "options": about,
                "step": step + 1,
                "model": model.state_dict(),
                "optimizer": optimizer.state_dict(),
                "generator": generator.get_state(),
                "dropout": torch.get_rng_state(),
            }
            torch.save(state, f"{checkpoint}.new")
            os.replace(f"{checkpoint}.new", checkpoint)
    return model


# --8<-- [end:fit]


# --8<-- [start:save]
def save(file: Path, model: GPT, pieces: Pieces, options: Options) -> None:
    """Weights in 16 bits; options, characters and merges in the header of the file."""
    about = {"options": asdict(options), "characters": pieces.characters}
    about |= {"merges": pieces.merges}
    weights = {name: value.half().cpu() for name, value in model.state_dict().items()}
    save_file(weights, f"{file}.new", metadata={"about": json.dumps(about)})
    os.replace(f"{file}.new", file)


def per_character(model: nn.Module, pieces: Pieces, text: str, context: int) -> float:
    """Bits per character of a text after its first one, whatever the pieces are."""
    return bits(model, pieces.encode(text), context) / (len(text) - 1)


# --8<-- [end:save]


# --8<-- [start:main]
def train(file: Path, options: Options, every: int) -> None:
    if every < 1:
        raise ValueError("every must be at least 1.")
    parts = split(read(file), options.context)
    characters = "".join(sorted({*"".join(parts.values())}))
    if options.size < len(characters):
        raise ValueError(f"size must be at least {len(characters)} for this text.")
    pieces = Pieces(characters, learn(parts["training"], characters, options.size))
    options = replace(options, size=len(pieces.texts))
    accelerator = torch.accelerator.current_accelerator(check_available=True)
    device = accelerator or torch.device("cpu")
    model = build(options).to(device)
    print(f"{sum(p.numel() for p in model.parameters()):,} parameters")
    tokens = pieces.encode(parts["training"])
    fit(model, tokens, options, device, Path("gpt-checkpoint.pt"), every)
    save(Path("gpt.safetensors"), model, pieces, options)
    print("written: gpt.safetensors")
    for name in ("validation", "test"):
        told = per_character(model, pieces, parts[name], options.context)
        print(f"{name}: {told:.3f} bits per character", file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="the form of the page")
    parser.add_argument("--text", type=Path, default=JARGON, help="UTF-8, or its .xz")
    parser.add_argument("--every", type=int, default=100, help="steps a checkpoint")
    for name, default in asdict(Options()).items():
        if name != "rotary":
            parser.add_argument(f"--{name}", type=type(default))
    asked = vars(parser.parse_args())
    file, every, full = asked.pop("text"), asked.pop("every"), asked.pop("full")
    chosen = {name: value for name, value in asked.items() if value is not None}
    try:
        train(file, Options(**({**FULL, **chosen} if full else chosen)), every)
    except (OSError, ValueError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
# --8<-- [end:main]
