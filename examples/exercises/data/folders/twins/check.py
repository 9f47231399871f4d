"""Check twins: python check.py [FILE]."""

import tempfile
import sys
from pathlib import Path
from types import ModuleType

import torch
from PIL import Image

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


def draw(width: int, height: int) -> Image.Image:
    """Squares of four colours."""
    colours = torch.randint(0, 256, (4, 3), dtype=torch.uint8)
    place = torch.arange(width * height) % 4
    place[4:] = torch.randint(0, 4, (width * height - 4,))
    return Image.frombytes(
        "RGB", (width, height), bytes(colours[place].flatten().tolist())
    )


def check_pairs(
    module: ModuleType,
    told: str,
    files: tuple[list[Path], list[Path]],
    want: list[tuple[str, str]],
    hint: str,
) -> None:
    got = module.twins(*files)
    if not isinstance(got, list) or not all(
        isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], Path)
        for pair in got
    ):
        raise Wrong(told, hint="return a list of pairs of paths", got=f"{got!r:.80}")
    found = [(one.name, other.name) for one, other in got]
    if found != want and found == [(other, one) for one, other in want]:
        hint = "the training file comes first in a pair"
    elif found != want and sorted(found) == sorted(want):
        hint = "first in the order of the validation files, then of the training files"
    expect(told, found, want, hint)


def check(module: ModuleType) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for _ in cases(range(2)):
            check_folder(module, folder)


def check_folder(module: ModuleType, folder: Path) -> None:
    first, second, third = draw(6, 4), draw(6, 4), draw(6, 4)
    first.save(folder / "a.png")
    second.save(folder / "b.png")
    third.save(folder / "c.png")
    first.save(folder / "copy.png")
    first.quantize(16, dither=Image.Dither.NONE).save(folder / "palette.png")
    second.save(folder / "other.bmp")
    Image.frombytes("RGB", (4, 6), first.tobytes()).save(folder / "turned.png")
    (folder / "more").mkdir(exist_ok=True)
    draw(6, 4).save(folder / "more/a.png")

    def of(*names: str) -> list[Path]:
        return [folder / name for name in names]

    check_pairs(
        module,
        "twins([a.png, c.png], [copy.png]), copy.png is a copy of a.png",
        (of("a.png", "c.png"), of("copy.png")),
        [("a.png", "copy.png")],
        "another name does not make another picture",
    )
    check_pairs(
        module,
        "twins([a.png], [more/a.png]), another picture of the same name",
        (of("a.png"), of("more/a.png")),
        [],
        "the same name does not make the same picture",
    )
    check_pairs(
        module,
        "twins([a.png, b.png], [palette.png, other.bmp]), in other modes and formats",
        (of("a.png", "b.png"), of("palette.png", "other.bmp")),
        [("a.png", "palette.png"), ("b.png", "other.bmp")],
        "the bytes of the files differ, and the pixels do not: compare after "
        'convert("RGB")',
    )
    check_pairs(
        module,
        "twins([a.png], [turned.png]), 6 by 4 and 4 by 6 pixels",
        (of("a.png"), of("turned.png")),
        [],
        "the same bytes in another size are another picture",
    )
    check_pairs(
        module,
        "twins([a.png, b.png, copy.png], [other.bmp, palette.png])",
        (of("a.png", "b.png", "copy.png"), of("other.bmp", "palette.png")),
        [("b.png", "other.bmp"), ("a.png", "palette.png"), ("copy.png", "palette.png")],
        "a picture may be in the training part twice: each is a pair",
    )


if __name__ == "__main__":
    main(
        check,
        hints=(
            '`picture = Image.open(file).convert("RGB")` reads a file, `picture.size` '
            "and `picture.tobytes()` say what it shows. The two together may be the "
            "key of a dictionary, whose value is the list of the training files."
        ),
        right=(
            "Copies, palette pictures and another format were found. Next: put the "
            "page's `open_picture` in the place of `convert`, and run it on the two "
            "parts of your own folder, before you train."
        ),
    )
