"""Check commonest_pair: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).resolve().parents[4]))
from checking import cases, expect, main

ASKED = [
    (
        ["the", "then"],
        ("h", "e"),
        "`he` and `th` come twice: of equals, the first in the order of the alphabet",
    ),
    (["ab", "ba", "ab"], ("a", "b"), "`ab` stands there twice, and `ba` once"),
    (
        ["a b c", "a d", "bc"],
        (" ", "b"),
        "no pair has a space for its second character, but some for their first",
    ),
    (["xa", "bx", "bx", "ax", "ay"], ("b", "x"), "pairs count within a text only"),
]


def check(module: ModuleType) -> None:
    for texts, want, hint in ASKED:
        expect(f"commonest_pair({texts})", module.commonest_pair(texts), want, hint)
    for _ in cases(range(3)):
        first, second = random.sample("klmnop", 2)
        texts = ["qu" * 2, (first + second) * 5, "qu"]
        got = module.commonest_pair(texts)
        hint = "count each time that a pair occurs, in all texts"
        expect(f"commonest_pair({texts})", got, (first, second), hint)


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`itertools.pairwise` gives the neighbours of a text, and a `Counter` "
            "counts them. `min` with a key that begins with minus the count decides."
        ),
        right=(
            "Equals, spaces and several texts were right. Next: merge the pair, and "
            "ask for the next one."
        ),
    )
