"""Train a classifier on any folder of pictures: python train_pictures.py FOLDER."""
# handbook: args="--epochs 2"

# --8<-- [start:options]
import argparse
import json
import sys
from pathlib import Path

import torch
from safetensors.torch import save_file
from torch import nn

from emoji_sheet import unpack
from families import families, split
from picture_folder import Folder, read_folder
from picture_networks import SmallCNN, resnet
from picture_training import ask, augment, confusion, fit, macro_f1

RATES = {"small": 5e-3, "resnet18": 1e-3, "imagenet": 3e-4}


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Learn to sort pictures.")
    parser.add_argument("folder", type=Path, nargs="?", help="default: the emoji")
    parser.add_argument("--network", choices=[*RATES], default="small")
    parser.add_argument("--epochs", type=int, default=25)
    parser.add_argument("--size", type=int, default=32, help="in pixels")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--weighted", action="store_true", help="rare classes count")
    parser.add_argument("--plain", action="store_true", help="no augmentation")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--out", type=Path, default=Path("classifier"))
    return parser.parse_args()


# --8<-- [end:options]


# --8<-- [start:prepare]
def divided(folder: Folder, root: Path) -> dict[str, list[int]]:
    """Split it, or raise an error that names the class that is too small."""
    kin = families(folder.names, folder.labels, folder.pixels)
    pairs = {*zip(folder.labels.tolist(), kin)}
    for label, name in enumerate(folder.classes):
        if sum(each == label for each, _ in pairs) < 3:
            raise ValueError(
                f"{root / name} has too few pictures that differ: "
                "three parts need 3, and more are better."
            )
    return split(folder.labels, kin)


def build(network: str, classes: int, pixels: torch.Tensor) -> nn.Module:
    if network == "small":
        return SmallCNN(classes, pixels)
    try:
        return resnet(classes, pixels, pretrained=network == "imagenet")
    except (OSError, RuntimeError) as error:
        print(
            f"The weights of ImageNet cannot be had ({error}): "
            "the network starts from random ones.",
            file=sys.stderr,
        )
        return resnet(classes, pixels)


def stopped_run(out: Path, settings: dict, resume: bool) -> Path:
    """The file of the checkpoint, if what lies in out goes with what is asked."""
    checkpoint, note = out / "checkpoint.pt", out / "settings.json"
    if resume and not checkpoint.is_file():
        raise FileNotFoundError(f"There is no {checkpoint} to go on from.")
    if resume and json.loads(note.read_text(encoding="utf-8")) != settings:
        raise ValueError(f"{checkpoint} is of other settings or pictures.")
    if checkpoint.is_file() and not resume:
        raise ValueError(
            f"{checkpoint} is of a run that was stopped: "
            "go on with --resume, or delete it."
        )
    out.mkdir(parents=True, exist_ok=True)
    note.write_text(json.dumps(settings), encoding="utf-8")
    return checkpoint


# --8<-- [end:prepare]


# --8<-- [start:main]
def main() -> None:
    asked = parsed()
    root = asked.folder or unpack(Path("groups"))
    try:
        folder = read_folder(root, asked.size)
        parts = divided(folder, root)
        settings = {
            name: getattr(asked, name)
            for name in ("network", "epochs", "size", "seed", "weighted", "plain")
        }
        checkpoint = stopped_run(
            asked.out, settings | {"files": folder.files}, asked.resume
        )
    except (OSError, ValueError) as error:
        sys.exit(str(error))

    classes, training = len(folder.classes), parts["training"]
    pixels, labels = folder.pixels[training], folder.labels[training]
    torch.manual_seed(asked.seed)
    accelerator = torch.accelerator.current_accelerator(check_available=True)
    model = build(asked.network, classes, pixels)
    model.to(accelerator or torch.device("cpu"))
    counts = labels.bincount(minlength=classes)
    fit(
        model,
        pixels,
        labels,
        asked.epochs,
        RATES[asked.network],
        asked.seed,
        batch_size=32 if asked.network == "small" else 64,
        weight=len(labels) / (classes * counts) if asked.weighted else None,
        change=None if asked.plain else augment,
        checkpoint=checkpoint,
        report=lambda epoch, loss: print(
            f"epoch {epoch:2} of {asked.epochs}: loss {loss:.3f}", file=sys.stderr
        ),
    )
    about = settings | {
        "classes": folder.classes,
        "test": [folder.files[index] for index in parts["test"]],
    }
    weights = {name: value.cpu() for name, value in model.state_dict().items()}
    save_file(
        weights, asked.out / "classifier.safetensors", {"about": json.dumps(about)}
    )
    checkpoint.unlink()
    show(model, folder, parts)


def show(model: nn.Module, folder: Folder, parts: dict[str, list[int]]) -> None:
    commonest = folder.labels[parts["training"]].bincount().argmax()
    for part in ("training", "validation", "test"):
        wanted = folder.labels[parts[part]]
        print(f"{part}, pictures: {len(wanted)}")
        if part != "training":
            answered = ask(model, folder.pixels[parts[part]]).argmax(dim=1)
            table = confusion(wanted, answered, len(folder.classes))
            always = (wanted == commonest).float().mean()
            print(f"  always {folder.classes[commonest]}: {always:.0%} right")
            print(f"  the network: {(answered == wanted).float().mean():.0%} right")
            print(f"  its macro-F1: {macro_f1(table):.2f}")


# --8<-- [end:main]

# --8<-- [start:machine-run]
if __name__ == "__main__":
    main()
# --8<-- [end:machine-run]
