"""Check flip: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, imports, main


def hint_for(
    got: object, boxes: torch.Tensor, want: torch.Tensor, height: int, width: int
) -> str:
    if not isinstance(got, torch.Tensor) or got.shape != want.shape:
        return ""
    if torch.equal(got, boxes):
        return "the boxes have not moved"
    if torch.equal(got, want[:, [2, 1, 0, 3]]):
        return "the right edge becomes the left one, so the two change places"
    shift = want - got
    if torch.equal(shift, torch.tensor([1, 0, 1, 0]).expand_as(shift)):
        return (
            "edges lie between pixels and go from 0 to width, "
            "so an edge at x goes to width - x"
        )
    other = torch.tensor([width - height, 0, width - height, 0])
    if torch.equal(shift, other.expand_as(shift)):
        return "the width is the last axis of the image"
    return "left becomes width - right, right becomes width - left; top and bottom stay"


def check(module: ModuleType) -> str:
    if others := imports(module) & {"torchvision", "numpy", "PIL"}:
        told = f"flip imports {', '.join(sorted(others))}"
        raise Wrong(told, hint="use torch only; a few lines are enough")
    for _ in cases(range(5)):
        height = random.randint(8, 15)
        width = random.randint(20, 30)
        count = random.randint(2, 5)
        image = torch.randint(0, 256, (3, height, width), dtype=torch.uint8)
        left, top = torch.randint(0, 9, (count,)), torch.randint(0, 4, (count,))
        right = left + torch.randint(2, 11, (count,))
        boxes = torch.stack([left, top, right, top + 3], dim=1)
        boxes[0] = torch.tensor([1, 0, 4, 5])
        want = torch.stack(
            [width - boxes[:, 2], boxes[:, 1], width - boxes[:, 0], boxes[:, 3]], dim=1
        )
        told = f"image of {height} by {width}, boxes {boxes.tolist()}"
        call = f"flip(image, boxes), {told}"
        given_image, given_boxes = image.clone(), boxes.clone()
        got = module.flip(given_image, given_boxes)
        if not isinstance(got, tuple) or len(got) != 2:
            raise Wrong(
                call,
                expected="(image, boxes)",
                got=f"{got!r:.80}",
                hint="return a tuple of two",
            )
        if not torch.equal(given_boxes, boxes) or not torch.equal(given_image, image):
            raise Wrong(
                call,
                expected="arguments as before",
                got="changed ones",
                hint="work on a copy: clone() makes one",
            )
        expect(
            f"{call}[0]",
            got[0],
            image.flip(-1),
            "left and right change places, not top and bottom",
        )
        expect(f"{call}[1]", got[1], want, hint_for(got[1], boxes, want, height, width))
    return "Five images with up to five boxes each were mirrored."


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`image.flip(-1)` reverses the last axis. An edge at x before is at width "
            "- x after; what becomes of the left edge of a box? `boxes.clone()` is a "
            "copy that you may write to, and `boxes.unbind(dim=1)` gives the four "
            "columns."
        ),
        right=(
            "Next: mirror the photo of the page and its box, and compare with what "
            "`v2.RandomHorizontalFlip(p=1)` makes of them."
        ),
    )
