"""Check on_white: python check.py [FILE]."""

import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, imports, main

HINTS = {
    0: "where alpha is 0, the result is white, 255, whatever the colour is",
    255: "where alpha is 255, the result is the picture",
    128: "alpha 128 is about half of the picture and half of white",
}


def check(module: ModuleType) -> None:
    if "PIL" in imports(module):
        raise Wrong("on_white imports PIL", hint="mix the colours by hand, with torch")
    for alpha, hint in cases(HINTS.items()):
        picture = torch.randint(0, 200, (4, 3, 5), dtype=torch.uint8)
        picture[3] = alpha
        share = alpha / 255
        mixed = share * picture[:3] + (1 - share) * 255
        want = mixed.round().to(torch.uint8)
        given = picture.clone()
        got = module.on_white(given)
        call = f"on_white(picture)[0, 0], alpha {alpha}, red {picture[0, 0].tolist()}"
        if not torch.equal(given, picture):
            raise Wrong(
                call,
                expected="the argument as before",
                got="a changed one",
                hint="work on a copy",
            )
        near = (
            isinstance(got, torch.Tensor)
            and got.shape == want.shape
            and got.dtype == want.dtype
            and (got.int() - want.int()).abs().max() <= 1
        )
        if near and not torch.equal(got, want) and (got <= mixed + 0.001).all():
            hint = "round, do not cut off"
        first = got[0, 0] if near else got
        expect(call, first, want[0, 0] if near else want, hint, rtol=0, atol=0)
    for _ in cases(range(3)):
        picture = torch.randint(0, 256, (4, 7, 6), dtype=torch.uint8)
        share = picture[3:] / 255
        exact = share * picture[:3] + (1 - share) * 255
        got = module.on_white(picture.clone())
        if (got - exact).abs().max() > 0.51:
            cut_off = ((got > exact - 1) & (got <= exact + 0.001)).all()
            hint = "each alpha from 0 to 255 is a share of its own: alpha / 255"
            raise Wrong(
                "on_white(picture), alpha and colours drawn",
                expected="each value within a half of the exact one",
                got=f"up to {(got - exact).abs().max().item():.1f} away",
                hint="round, do not cut off" if cut_off else hint,
            )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`picture[3:] / 255` is the share of the picture, from 0 to 1, and keeps "
            "the axis of the channel, so it can be multiplied by `picture[:3]`. White "
            "is 255 in each channel."
        ),
        right=(
            "The mix held for free, covered and half covered pixels. Next: "
            "compare with what open_picture of the page makes of the penguin."
        ),
    )
