"""Check answer_targets: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[4]))
from checking import Wrong, cases, expect, main


def check(module: ModuleType) -> None:
    for turn in cases(range(4)):
        rows = 1 if turn == 0 else 3
        questions = [random.randint(2, 5) for _ in range(rows)]
        answers = [random.randint(1, 4) for _ in range(rows)]
        most = max(sum(pair) for pair in zip(questions, answers))
        tokens = torch.randperm(100)[: rows * (most + 2)].view(rows, -1) + 1
        want = torch.full_like(tokens, -100)
        for row, (question, answer) in enumerate(zip(questions, answers)):
            for place in range(question, question + answer):
                want[row, place - 1] = tokens[row, place]
        given = tokens.clone()
        got = module.answer_targets(given, questions, answers)
        call = f"answer_targets({tokens.tolist()}, {questions}, {answers})"
        if not torch.equal(given, tokens):
            raise Wrong(
                call,
                expected="the argument as before",
                got="a changed one",
                hint="work on a copy",
            )
        hint = "a position is asked for the token after it: the first piece of the "
        hint += "answer is the target of the last token of the question"
        if isinstance(got, torch.Tensor) and got.shape == want.shape:
            numbers = (got != -100).sum(dim=1).tolist()
            if numbers != answers:
                hint = f"as many targets count as the answers have tokens: {answers}, "
                hint += f"yours are {numbers}"
        expect(call, got, want, hint)


if __name__ == "__main__":
    main(
        check,
        hints=(
            "Begin with `torch.full_like(tokens, -100)`. Row by row, the answer stands "
            "from `question` to `question + answer`, and its targets one place earlier."
        ),
        right=(
            "One row and several were right. Next: what is the loss of a batch "
            "in which no target counts?"
        ),
    )
