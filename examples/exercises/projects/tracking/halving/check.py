"""Check halving: python check.py [FILE]."""

import sys
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, expect, main

# The accuracy after 1, 2 and 4 epochs.
CURVES = {
    0.001: (0.30, 0.50, 0.79),
    0.003: (0.45, 0.60, 0.78),
    0.01: (0.60, 0.65, 0.77),
    0.03: (0.70, 0.72, 0.76),
    0.1: (0.65, 0.74, 0.75),
}


def check(module: ModuleType) -> None:
    calls: list[tuple[float, int]] = []

    def score(setting: float, epochs: int) -> float:
        if epochs not in (1, 2, 4):
            raise Wrong(
                f"score({setting}, {epochs}) was called.",
                "the epochs double each round: 1, 2, 4",
            )
        calls.append((setting, epochs))
        return CURVES[setting][epochs.bit_length() - 1]

    for given in ([*CURVES], [*CURVES][::-1]):
        calls.clear()
        before = given[:]
        got = module.halving(given, score)
        expect("settings after halving(settings, score)", given, before, "sort a copy")
        rounds = [sorted(s for s, of in calls if of == epochs) for epochs in (1, 2, 4)]
        expect(
            "the settings that were scored with 1 epoch", rounds[0], sorted(CURVES),
            "the first round scores each setting once, the next has twice its epochs",
        )  # fmt: skip
        expect(
            "the settings that were scored with 2 epochs", rounds[1], [0.03, 0.1],
            "of 5 the best 2 go on, those with the highest scores",
        )  # fmt: skip
        expect(
            "the settings that were scored with 4 epochs", rounds[2], [],
            "of 2 one is left, and it needs no other round",
        )  # fmt: skip
        expect("halving(settings, score)", got, 0.1, "the last round decides")
    calls.clear()
    module.halving([0.03, 0.1], score, epochs=2)
    expect(
        "the epochs of the first round in halving([0.03, 0.1], score, epochs=2)",
        calls[0][1], 2, "the first round has as many epochs as are given",
    )  # fmt: skip


if __name__ == "__main__":
    main(
        check,
        hints=(
            "Loop while more than one setting is left. In a round, put the scores into "
            "a dictionary, sort a copy of the settings by it, and keep the first half."
        ),
        right=(
            "7 runs and 9 epochs instead of 20. The setting that was best after 4 "
            "epochs, 0.001, was lost in the first round. Next: begin with 2 epochs, "
            "and see which one wins."
        ),
    )
