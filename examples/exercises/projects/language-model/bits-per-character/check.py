"""Check bits_per_character: python check.py [FILE]."""

import math
import random
import sys
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import cases, expect, main


def single(text: str) -> list[int]:
    return [ord(letter) for letter in text]


def words(text: str) -> list[int]:
    return [len(word) for word in text.split()]


def check(module: ModuleType) -> None:
    nat = math.log(2)
    got = module.bits_per_character(nat, ["hack"], single)
    call = "bits_per_character(0.693147, ['hack'], each character a piece)"
    expect(call, got, 1.0, "ln 2 nats are one bit")
    got = module.bits_per_character(nat, ["foo bar"], words)
    call = "bits_per_character(0.693147, ['foo bar'], each word a piece)"
    expect(call, got, 2 / 7, "two pieces share their bits among seven characters")
    for _ in cases(range(3)):
        short, long = "a b " * 5, "kluge " * random.randint(30, 60)
        loss = random.uniform(1, 4)
        pieces = len(words(short)) + len(words(long))
        want = loss * pieces / nat / len(short + long)
        got = module.bits_per_character(loss, [short, long], words)
        call = f"bits_per_character({loss:.3f}, [a short text, a long one], words)"
        hint = "add up pieces and characters over all texts, and divide once"
        expect(call, got, want, hint)


if __name__ == "__main__":
    main(
        check,
        hints=(
            "The loss times the number of pieces is what all texts take, in nats. "
            "Divide by `math.log(2)` for bits, and by the number of characters."
        ),
        right=(
            "Characters and pieces now have one scale. Next: a model of characters "
            "that knows nothing takes `math.log2(96)` bits. What is the loss of a "
            "model of 512 pieces that knows nothing, in bits per character?"
        ),
    )
