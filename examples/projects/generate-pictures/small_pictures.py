"""Read small pictures: the emoji, Fashion-MNIST, or a folder of your own."""

# --8<-- [start:read]
import csv
import gzip
from dataclasses import dataclass
from pathlib import Path

import torch
from PIL import Image, ImageOps, UnidentifiedImageError
from torchvision.transforms.v2 import functional as T

DATA = Path(__file__).resolve().parents[2] / "data"
SIDE = 16
SUFFIXES = {".bmp", ".gif", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"}
CLOTHES = "T-shirt trouser pullover dress coat sandal shirt sneaker bag boot".split()


@dataclass
class Pictures:
    pixels: torch.Tensor  # uint8 (N, channels, 16, 16)
    labels: torch.Tensor
    classes: list[str]
    held: torch.Tensor  # True where a picture is kept from the training


def scaled(pixels: torch.Tensor) -> torch.Tensor:
    """Bytes to floats from -1 to 1."""
    return pixels.float() / 127.5 - 1


def as_bytes(x: torch.Tensor) -> torch.Tensor:
    return ((x.clamp(-1, 1) + 1) * 127.5).round().to(torch.uint8)


# --8<-- [end:read]


# --8<-- [start:sources]
def hold_out(groups: list, share: float = 0.2, seed: int = 0) -> torch.Tensor:
    """Keep a share of the groups: pictures of one group stay together."""
    names = sorted({*groups})
    generator = torch.Generator().manual_seed(seed)
    order = torch.randperm(len(names), generator=generator).tolist()
    kept = {names[place] for place in order[: max(1, round(share * len(names)))]}
    return torch.tensor([group in kept for group in groups])


def emoji() -> Pictures:
    with (DATA / "emoji-sheet/labels.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    groups = [Path(row["file"]).parent.name for row in rows]
    classes = sorted({*groups})
    with Image.open(DATA / "emoji-sheet/emoji.webp") as opened:
        sheet = T.pil_to_tensor(opened.convert("RGB"))
    tiles = sheet.unfold(1, 32, 32).unfold(2, 32, 32).permute(1, 2, 0, 3, 4)
    return Pictures(
        pixels=T.resize(tiles.flatten(0, 1)[: len(rows)], [SIDE, SIDE]),
        labels=torch.tensor([classes.index(group) for group in groups]),
        classes=classes,
        held=hold_out([(group, row["family"]) for group, row in zip(groups, rows)]),
    )


def fashion() -> Pictures:
    parts, labels = [], []
    for part in ("train", "t10k"):
        folder = DATA / "fashion-mnist-subset"
        bits = gzip.decompress((folder / f"{part}-images-idx3-ubyte.gz").read_bytes())
        names = gzip.decompress((folder / f"{part}-labels-idx1-ubyte.gz").read_bytes())
        parts.append(torch.frombuffer(bytearray(bits[16:]), dtype=torch.uint8))
        labels.append(torch.frombuffer(bytearray(names[8:]), dtype=torch.uint8))
    pixels = torch.cat(parts).view(-1, 1, 28, 28)
    held = torch.arange(len(pixels)) >= len(labels[0])
    return Pictures(
        T.resize(pixels, [SIDE, SIDE]), torch.cat(labels).long(), CLOTHES, held
    )


def folder(root: Path) -> Pictures:
    """A class is a folder in root; an error says in one sentence what is wrong."""
    if not root.is_dir():
        raise FileNotFoundError(f"There is no folder {root}.")
    found = {}
    for inside in sorted(path for path in root.iterdir() if path.is_dir()):
        files = sorted(inside.rglob("*"))
        found[inside.name] = [path for path in files if path.suffix.lower() in SUFFIXES]
        if not found[inside.name]:
            raise ValueError(f"{inside} has no pictures.")
    if len(found) < 2:
        raise ValueError(f"{root} needs two folders or more, one for each class.")
    pixels = torch.stack([opened(path) for files in found.values() for path in files])
    if len(pixels) < 50:
        raise ValueError(f"{root} has {len(pixels)} pictures, and 50 are the least.")
    counts = torch.tensor([len(files) for files in found.values()])
    labels = torch.arange(len(found)).repeat_interleave(counts)
    return Pictures(pixels, labels, [*found], hold_out([*range(len(labels))]))


def opened(file: Path) -> torch.Tensor:
    """Upright, in RGB, on a white square."""
    try:
        with Image.open(file) as picture:
            picture = ImageOps.exif_transpose(picture).convert("RGBA")
    except UnidentifiedImageError:
        raise ValueError(f"{file} is no picture, or empty.") from None
    except (OSError, SyntaxError, Image.DecompressionBombError):
        raise ValueError(f"{file} is damaged: copy it again.") from None
    white = Image.new("RGBA", picture.size, "white")
    white.alpha_composite(picture)
    return T.pil_to_tensor(
        ImageOps.pad(white.convert("RGB"), (SIDE, SIDE), color="white")
    )


def read(source: str) -> Pictures:
    known = {"emoji": emoji, "fashion": fashion}
    return known[source]() if source in known else folder(Path(source))


# --8<-- [end:sources]
