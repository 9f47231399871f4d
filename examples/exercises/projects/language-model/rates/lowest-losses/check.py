"""Check choose_rate: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).resolve().parents[4]))
from checking import cases, expect, main


def check(module: ModuleType) -> None:
    got = module.choose_rate([0.1, 0.2, 0.4, 0.8, 1.6], [9.0, 1.0, 9.0, 5.0, 4.0])
    call = "choose_rate([0.1, 0.2, 0.4, 0.8, 1.6], [9, 1, 9, 5, 4])"
    hint = (
        "the means are 6.3, 5 and 6: the second is lowest, its middle is the third, "
        "and a tenth of that rate counts"
    )
    expect(call, got, 0.04, hint)
    for _ in cases(range(3)):
        count = random.randint(6, 9)
        rates = [10.0 ** (place - 7) for place in range(count)]
        losses = [random.uniform(2, 9) for _ in rates]
        means = [sum(losses[place : place + 3]) for place in range(count - 2)]
        want = rates[means.index(min(means)) + 1] / 10
        call = f"choose_rate({rates}, {[round(loss, 2) for loss in losses]})"
        hint = "the lowest of all means counts, and the rate in the middle of its three"
        expect(call, module.choose_rate(rates, losses), want, hint, atol=0)


if __name__ == "__main__":
    main(
        check,
        hints=(
            "There are two means fewer than losses. `means.index(min(means))` is the "
            "first of three places, and the middle is one further."
        ),
        right="Next: with a hundred losses, how many would each mean take?",
    )
