"""Check IdxDataset: python check.py [FILE]."""

import gzip
import random
import sys
import tempfile
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main

SUBSET = Path(__file__).resolve().parents[4] / "data/mnist-subset"


def write(path: Path, values: torch.Tensor) -> Path:
    sizes = b"".join(size.to_bytes(4, "big") for size in values.shape)
    head = bytes([0, 0, 8, values.ndim]) + sizes
    path.write_bytes(gzip.compress(head + bytes(values.flatten().tolist())))
    return path


def check_sample(dataset: object, index: int, image: torch.Tensor, label: int) -> None:
    got = dataset[index]
    if not isinstance(got, tuple) or len(got) != 2:
        raise Wrong(
            f"dataset[{index}]",
            expected="(image, label)",
            got=repr(got),
            hint="return a tuple of two",
        )
    hint = (
        "the header of the images is 16 bytes long, that of the labels 8; "
        "the values follow row by row"
    )
    if (
        isinstance(got[0], torch.Tensor)
        and got[0].is_floating_point()
        and got[0].max() != 1
    ):
        hint = "a byte goes up to 255, the image should go up to 1"
    expect(f"dataset[{index}][0]", got[0], image, hint)
    expect(
        f"dataset[{index}][1]",
        got[1],
        label,
        "the header of the labels is 8 bytes long",
    )


def check_random(module: ModuleType, folder: Path) -> None:
    count = random.randint(3, 9)
    rows = random.randint(2, 5)
    columns = random.randint(6, 9)
    pixels = torch.randint(0, 256, (count, rows, columns), dtype=torch.uint8)
    pixels[:, 0, 0] = 255
    digits = torch.randint(0, 10, (count,), dtype=torch.uint8)
    images = write(folder / "images.gz", pixels)
    labels = write(folder / "labels.gz", digits)
    dataset = module.IdxDataset(images, labels)
    hint = "the length of an axis is in bytes 4 to 7, the highest byte first"
    call = f"len(dataset) of {count} images of {rows} by {columns}"
    expect(call, dataset.__len__(), count, hint)
    for index in range(count):
        image, label = pixels[index].unsqueeze(0) / 255, int(digits[index])
        check_sample(dataset, index, image, label)
    for call, files in (
        ("(images, images)", (images, images)),
        ("(labels, labels)", (labels, labels)),
    ):
        try:
            module.IdxDataset(*files)
        except ValueError:
            continue
        except Exception as error:
            told = type(error).__name__
        else:
            told = "no error"
        raise Wrong(
            f"IdxDataset{call}",
            expected="ValueError",
            got=told,
            hint="compare the first four bytes first",
        )


def check(module: ModuleType) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for _ in cases(range(3)):
            check_random(module, Path(folder))
    dataset = module.IdxDataset(
        SUBSET / "t10k-images-idx3-ubyte.gz", SUBSET / "t10k-labels-idx1-ubyte.gz"
    )
    expect(
        "len(dataset) of the MNIST subset",
        dataset.__len__(),
        500,
        "there are 500 test images",
    )
    expect(
        "dataset[0][0].shape",
        tuple(dataset[0][0].shape),
        (1, 28, 28),
        "one channel, 28 by 28 pixels",
    )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`gzip.open(path)` opens the file, and `read()` gives all of its bytes. "
            '`int.from_bytes(data[4:8], "big")` makes a number of four bytes. '
            "`torch.frombuffer(bytearray(data), dtype=torch.uint8)` makes a tensor of "
            "bytes."
        ),
    )
