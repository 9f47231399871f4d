"""Train the upscaler on random patches of five photos, and write its weights."""
# handbook: args="--steps 5"

# --8<-- [start:fit]
import argparse
import datetime
import sys
from collections.abc import Callable

import torch
import torch.nn.functional as F
from safetensors.torch import save_file

from photos import HELD_OUT, TRAINING, bicubic, photo, psnr, shrink
from upscaler import Upscaler

LOSSES = {"l1": F.l1_loss, "l2": F.mse_loss}


def patches(
    pairs: list[tuple[torch.Tensor, torch.Tensor]], count: int, draw: torch.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    """Cut random patches of 24 by 24 pixels, and their places in the large photo."""
    small, large = [], []
    for number in torch.randint(len(pairs), (count,), generator=draw).tolist():
        low, high = pairs[number]
        top, left = (
            int(torch.randint(side - 23, (), generator=draw)) for side in low.shape[2:]
        )
        small.append(low[..., top : top + 24, left : left + 24])
        large.append(high[..., 2 * top : 2 * top + 48, 2 * left : 2 * left + 48])
    return torch.cat(small), torch.cat(large)


def fit(
    loss_function: Callable, steps: int, seed: int, device: torch.device
) -> Upscaler:
    """Train a new upscaler on batches of 16 patches."""
    torch.manual_seed(seed)
    model = Upscaler().to(device)
    pairs = [(shrink(image), image) for image in map(photo, TRAINING)]
    draw = torch.Generator().manual_seed(seed)
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
    for _ in range(steps):
        small, large = (batch.to(device) for batch in patches(pairs, 16, draw))
        optimizer.zero_grad()
        loss = loss_function(model(small), large)
        loss.backward()
        optimizer.step()
        scheduler.step()
    return model


@torch.inference_mode()
def gain(model: Upscaler, name: str) -> float:
    """Return by how many dB the model's large photo is better than bicubic's."""
    image = photo(name)
    device = next(model.parameters()).device
    return psnr(model(shrink(image).to(device)).cpu(), image) - psnr(
        bicubic(shrink(image)), image
    )


# --8<-- [end:fit]


# --8<-- [start:main]
def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--loss", choices=LOSSES, default="l2", help="default: l2")
    parser.add_argument("--steps", type=int, default=1500, help="default: 1500")
    parser.add_argument("--seed", type=int, default=0, help="default: 0")
    options = parser.parse_args()
    accelerator = torch.accelerator.current_accelerator(check_available=True)
    device = accelerator or torch.device("cpu")
    model = fit(LOSSES[options.loss], options.steps, options.seed, device)
    gains = {name: f"{gain(model, name):.2f}" for name in HELD_OUT}
    print(f"dB above bicubic: {gains}", file=sys.stderr)
    facts = {
        "loss": options.loss,
        "steps": str(options.steps),
        "seed": str(options.seed),
        "trained on": str(TRAINING),
    }
    facts |= {
        "torch": torch.__version__,
        "date": datetime.date.today().isoformat(),
    } | gains
    save_file(model.cpu().state_dict(), "upscaler.safetensors", metadata=facts)
    print(
        f"{sum(p.numel() for p in model.parameters()):,} parameters, "
        "written: upscaler.safetensors"
    )


if __name__ == "__main__":
    main()
# --8<-- [end:main]
