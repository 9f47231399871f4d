"""Check threshold: python check.py [FILE]."""

import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main

# limit, each ticket's confidence and whether its answer is right, result
EQUAL = (0.0, [(0.9, True), *[(0.8, True)] * 4, (0.8, False)], 0.9)
CASES = [
    (0.25, [(0.9, True), (0.8, True), (0.7, False), (0.6, True), (0.5, False)], 0.6),
    (0.1, [(0.95, False), (0.9, True), (0.8, True), (0.4, True)], None),
    (
        0.34,
        [(0.95, False), (0.9, True), (0.85, True), (0.5, False), (0.45, False)],
        0.85,
    ),
    (
        0.0,
        [
            (0.9, True),
            (0.8, True),
            (0.7, False),
            (0.6, True),
            (0.55, True),
            (0.5, True),
        ],
        0.8,
    ),
    (0.21, [(0.9, True), (0.8, True), (0.7, True), (0.6, True), (0.4, False)], 0.4),
    (0.4, [(0.9, True), (0.8, False), (0.7, False)], 0.9),
    *[EQUAL] * 3,
]


def check_case(
    module: ModuleType,
    limit: float,
    tickets: list[tuple[float, bool]],
    want: float | None,
) -> None:
    order = torch.randperm(len(tickets)).tolist()
    answers = torch.randint(0, 3, (len(tickets),))
    labels, probabilities = answers.clone(), torch.zeros(len(tickets), 3)
    for row, index in enumerate(order):
        confidence, right = tickets[index]
        probabilities[row] = (1 - confidence) / 2
        probabilities[row, answers[row]] = confidence
        if not right:
            labels[row] = (answers[row] + 1) % 3
    told = ", ".join(
        f"{confidence} {'right' if right else 'wrong'}" for confidence, right in tickets
    )
    call = f"threshold(probabilities, labels, {limit}) for confidences {told}"
    got = module.threshold(probabilities, labels, limit)
    if got is None or not isinstance(got, float):
        expect(call, got, want or float("inf"), "")
    want = float("inf") if want is None else want
    if got == want or abs(got - want) <= 1e-4:
        return
    if want == float("inf"):
        hint = (
            "here even the surest answers are wrong too often; "
            "count only among the routed tickets"
        )
    elif got > want:
        hint = (
            "a lower threshold keeps the limit too: "
            "look at every candidate, and keep the lowest"
        )
    elif all(abs(got - confidence) > 1e-4 for confidence, _ in tickets):
        hint = "only confidences that occur are candidates"
    else:
        hint = (
            "at this threshold the share of wrong answers "
            "among the routed tickets is above the limit"
        )
    raise Wrong(call, expected=want, got=f"{got:.3g}", hint=hint)


def check(module: ModuleType) -> None:
    for case in cases(CASES):
        check_case(module, *case)


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`probabilities.max(dim=1)` returns confidences and answers. With a lower "
            "threshold the share may go up and come down again, so look at every "
            "candidate."
        ),
        right=(
            "Every list of tickets got its lowest threshold. Now plot the share of "
            "wrong answers over the threshold: does it only fall?"
        ),
    )
