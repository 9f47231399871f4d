"""Train a network that makes pictures: python train_generator.py diffusion."""
# handbook: args="vae --steps 20"

# --8<-- [start:fit]
import argparse
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file
from torch import nn
from torchvision.utils import save_image

from autoencoders import VAE, Autoencoder
from diffusion import Diffusion, sample
from small_pictures import SIDE, as_bytes, read, scaled

RATES = {"autoencoder": 2e-3, "vae": 2e-3, "diffusion": 3e-3}
STEPS = 800


def save_whole(file: Path, state: dict[str, Any]) -> None:
    """Write the file whole or not at all."""
    unfinished = file.with_name(file.name + ".part")
    torch.save(state, unfinished)
    os.replace(unfinished, file)


def fit(
    model: nn.Module,
    pixels: torch.Tensor,
    labels: torch.Tensor,
    steps: int,
    lr: float,
    seed: int = 0,
    checkpoint: Path | None = None,
    every: int = 100,
    report: Callable[[int, float], None] = lambda step, loss: None,
) -> None:
    """Train on batches of 32; go on from the checkpoint if there is one."""
    device = next(model.parameters()).device
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, lr, total_steps=steps)
    parts = {"model": model, "optimizer": optimizer, "schedule": schedule}
    torch.manual_seed(seed)
    done, total = 0, torch.zeros((), device=device)
    if checkpoint and checkpoint.is_file():
        state = torch.load(checkpoint, map_location="cpu", weights_only=True)
        for name, part in parts.items():
            part.load_state_dict(state[name])
        torch.set_rng_state(state["random"])
        done = state["step"]
    model.train()
    for step in range(done + 1, steps + 1):
        chosen = torch.randint(len(pixels), (32,))
        batch, known = scaled(pixels[chosen]).to(device), labels[chosen].to(device)
        loss = model.loss(batch, known)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        total += loss.detach()
        if step % every == 0 or step == steps:
            report(step, total.item() / ((step - 1) % every + 1))
            total.zero_()
            model.train()
            if checkpoint:
                state = {name: part.state_dict() for name, part in parts.items()}
                now = {"step": step, "random": torch.get_rng_state()}
                save_whole(checkpoint, state | now)


# --8<-- [end:fit]


# --8<-- [start:options]
def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Learn to make small pictures.")
    parser.add_argument("kind", choices=[*RATES], nargs="?", default="diffusion")
    told = "emoji, fashion, or a folder with a folder for each class"
    parser.add_argument("--pictures", default="emoji", help=told)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--every", type=int, default=50, help="steps to a checkpoint")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--out", type=Path, default=Path("generator"))
    asked = parser.parse_args()
    if min(asked.steps, asked.every) < 1:
        sys.exit("--steps and --every are 1 or more.")
    return asked


def stopped_run(out: Path, settings: dict, resume: bool) -> Path:
    """The file of the checkpoint, if what lies in out goes with what is asked."""
    checkpoint, note = out / "checkpoint.pt", out / "settings.json"
    if resume and not checkpoint.is_file():
        raise FileNotFoundError(f"There is no {checkpoint} to go on from.")
    if resume and json.loads(note.read_text(encoding="utf-8")) != settings:
        raise ValueError(f"{checkpoint} is of other settings.")
    if checkpoint.is_file() and not resume:
        raise ValueError(
            f"{checkpoint} is of a run that was stopped: "
            "go on with --resume, or delete it."
        )
    out.mkdir(parents=True, exist_ok=True)
    note.write_text(json.dumps(settings), encoding="utf-8")
    return checkpoint


# --8<-- [end:options]


# --8<-- [start:build]
def build(kind: str, channels: int, classes: int) -> nn.Module:
    if kind == "diffusion":
        return Diffusion(channels, classes)
    return (VAE if kind == "vae" else Autoencoder)(channels)


@torch.inference_mode()
def made(model: nn.Module, channels: int, classes: int) -> torch.Tensor:
    """Nine pictures, from the same random numbers whenever it is called."""
    generator = torch.Generator().manual_seed(100)
    device = next(model.parameters()).device
    if isinstance(model, Diffusion):
        noise = torch.randn(9, channels, SIDE, SIDE, generator=generator).to(device)
        labels = torch.arange(9, device=device) % classes
        return as_bytes(sample(model, noise, labels, guidance=2.0)).cpu()
    codes = torch.randn(9, model.size, generator=generator).to(device)
    return as_bytes(model.decoder(codes)).cpu()


# --8<-- [end:build]


# --8<-- [start:main]
def main() -> None:
    asked = parsed()
    settings = {"kind": asked.kind, "pictures": asked.pictures}
    settings |= {"steps": asked.steps, "seed": asked.seed}
    try:
        pictures = read(asked.pictures)
        settings |= {"classes": pictures.classes, "count": len(pictures.labels)}
        checkpoint = stopped_run(asked.out, settings, asked.resume)
    except (OSError, ValueError) as error:
        sys.exit(str(error))

    accelerator = torch.accelerator.current_accelerator(check_available=True)
    channels, classes = pictures.pixels.shape[1], len(pictures.classes)
    torch.manual_seed(asked.seed)
    model = build(asked.kind, channels, classes).to(accelerator or torch.device("cpu"))
    moments = {asked.steps // 2**power for power in range(6)}

    def report(step: int, loss: float) -> None:
        print(f"step {step} of {asked.steps}: loss {loss:.4f}", file=sys.stderr)
        if step in moments:
            strip = made(model, channels, classes).float() / 255
            save_image(strip, asked.out / f"step-{step}.png", nrow=9, pad_value=1)

    training = ~pictures.held
    fit(
        model,
        pictures.pixels[training],
        pictures.labels[training],
        asked.steps,
        RATES[asked.kind],
        asked.seed,
        checkpoint,
        asked.every,
        report,
    )
    weights = {name: value.cpu().half() for name, value in model.state_dict().items()}
    settings["channels"] = channels
    file = asked.out / "generator.safetensors"
    save_file(weights, file, {"about": json.dumps(settings)})
    checkpoint.unlink()
    strip = made(model, channels, classes).float() / 255
    save_image(strip, asked.out / "made.png", nrow=9, pad_value=1)
    print(f"{sum(map(torch.numel, weights.values())):,} weights, nine pictures made")


# --8<-- [end:main]

# --8<-- [start:run]
if __name__ == "__main__":
    main()
# --8<-- [end:run]
