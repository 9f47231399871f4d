"""Pretrain the small network on digits or on clothing, and write its weights."""
# handbook: args="digits --steps 5"

# --8<-- [start:main]
import argparse
import datetime
import sys
from pathlib import Path

import torch
from safetensors.torch import save_file

from network import SmallResNet
from recipe import accuracy, fit
from subsets import CLOTHING, MNIST, load


def pretrain(folder: Path, steps: int, seed: int, device: torch.device) -> SmallResNet:
    """Train a new network on the training images of a folder."""
    images, labels = (tensor.to(device) for tensor in load(folder, "train"))
    torch.manual_seed(seed)
    model = SmallResNet().to(device).train()
    fit(model, model.parameters(), images, labels, steps, lr=3e-3, seed=seed)
    return model


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", choices=["digits", "clothing"])
    parser.add_argument(
        "--steps",
        type=int,
        default=320,
        help="default: 320, which draw each image about ten times",
    )
    parser.add_argument("--seed", type=int, default=0, help="default: 0")
    options = parser.parse_args()

    accelerator = torch.accelerator.current_accelerator(check_available=True)
    device = accelerator or torch.device("cpu")
    folder = {"digits": MNIST, "clothing": CLOTHING}[options.data]
    model = pretrain(folder, options.steps, options.seed, device)
    right = accuracy(model, *(tensor.to(device) for tensor in load(folder, "t10k")))
    print(f"accuracy on 500 test images: {right:.2f}", file=sys.stderr)
    name = f"{options.data}_resnet.safetensors"
    facts = {
        "data": folder.name,
        "steps": str(options.steps),
        "seed": str(options.seed),
    }
    facts |= {
        "test accuracy": f"{right:.3f}",
        "torch": torch.__version__,
        "date": datetime.date.today().isoformat(),
    }
    save_file(model.cpu().state_dict(), name, metadata=facts)
    print(f"{sum(p.numel() for p in model.parameters()):,} parameters, written: {name}")


if __name__ == "__main__":
    main()
# --8<-- [end:main]
