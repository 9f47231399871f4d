"""Check ImageFiles: python check.py [FILE]."""

import gzip
import random
import struct
import sys
import tempfile
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


def write(
    folder: Path,
    part: str,
    images: torch.Tensor,
    labels: torch.Tensor,
    magic: tuple[int, int],
) -> None:
    data = struct.pack(">4I", magic[0], *images.shape) + images.numpy().tobytes()
    (folder / f"{part}-images-idx3-ubyte.gz").write_bytes(gzip.compress(data))
    data = struct.pack(">2I", magic[1], len(labels)) + labels.numpy().tobytes()
    (folder / f"{part}-labels-idx1-ubyte.gz").write_bytes(gzip.compress(data))


def check(module: ModuleType) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for part in cases(("train", "t10k")):
            count = random.randint(4, 9)
            height = random.randint(5, 9)
            width = random.randint(10, 14)
            images = torch.randint(256, (count, height, width), dtype=torch.uint8)
            labels = torch.randperm(10)[:count].to(torch.uint8)
            write(folder, part, images, labels, (2051, 2049))
            data = module.ImageFiles(folder, part)
            call = f'ImageFiles(folder, "{part}")'
            expect(f"len({call})", len(data), count, "as many as the header says")
            for index in (0, count - 1):
                item = data[index]
                if not (isinstance(item, tuple) and len(item) == 2):
                    raise Wrong(
                        f"{call}[{index}]",
                        got=f"{item!r:.80}",
                        hint="return a tuple: an image and its label",
                    )
                image, label = item
                if isinstance(image, torch.Tensor) and image.shape == (height, width):
                    raise Wrong(
                        f"{call}[{index}][0]",
                        expected=f"shape {(1, height, width)}",
                        got=f"shape {(height, width)}",
                        hint="one channel: the shape is (1, height, width)",
                    )
                hint = "16 bytes of header, then pixels row by row; byte 255 becomes 1"
                if isinstance(image, torch.Tensor) and image.max() > 1:
                    hint = "divide by 255: the largest byte becomes 1"
                expect(
                    f"{call}[{index}][0]", image, images[index].unsqueeze(0) / 255, hint
                )
                expect(
                    f"{call}[{index}][1]",
                    label,
                    labels[index].item(),
                    "the labels begin after 8 bytes",
                )
        images = torch.zeros(3, 5, 10, dtype=torch.uint8)
        labels = torch.zeros(3, dtype=torch.uint8)
        for magic, missing in [((2052, 2049), 0), ((2051, 2050), 0), ((2051, 2049), 1)]:
            write(folder, "train", images, labels[missing:], magic)
            why = (
                f"begin with {magic[0]} and {magic[1]} and lack {missing} of the labels"
            )
            try:
                module.ImageFiles(folder, "train")
            except ValueError:
                continue
            hint = (
                "raise ValueError for another magic number, "
                "and for another number of labels"
            )
            raise Wrong(
                f"files that {why}", expected="ValueError", got="no error", hint=hint
            )


if __name__ == "__main__":
    main(
        check,
        hints=(
            '`gzip.decompress`, `int.from_bytes(content[0:4], "big")`, '
            "`torch.frombuffer(bytearray(content), ..., offset=16)`."
        ),
        right=(
            "Two parts were read, and three pairs of bad files refused. Now point "
            "it at `examples/data/fashion-mnist-subset` and print `len` of both "
            "parts."
        ),
    )
