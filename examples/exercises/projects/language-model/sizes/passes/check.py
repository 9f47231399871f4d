"""Check passes: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).resolve().parents[4]))
from checking import cases, expect, main


def check(module: ModuleType) -> None:
    got = module.passes(300, 16, 64, 500_000, 1.0)
    hint = "divide the tokens of all batches by the tokens of the text"
    expect("passes(300, 16, 64, 500_000, share=1.0)", got, 0.6144, hint)
    for _ in cases(range(3)):
        steps, batch = random.randint(100, 900), random.randint(2, 40)
        share = random.choice([0.125, 0.25, 0.5])
        want = steps * batch * 32 / (200_000 * share)
        got = module.passes(steps, batch, 32, 200_000, share)
        call = f"passes({steps}, {batch}, 32, 200_000, share={share})"
        expect(call, got, want, "a smaller text is read more often")


if __name__ == "__main__":
    main(
        check,
        hints="A run takes steps times batch times context tokens.",
        right="Next: how many steps read a quarter as often as 300 the whole?",
    )
