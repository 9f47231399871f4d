"""Targets of which only the answers count."""

import torch


def answer_targets(
    tokens: torch.Tensor, questions: list[int], answers: list[int]
) -> torch.Tensor:
    """Return the targets of a batch for F.cross_entropy.

    tokens has the shape (rows, length). Row n begins with questions[n] tokens of a
    question, answers[n] tokens of its answer follow, and the rest is filling. The
    logits of a position are asked for the token after it. The targets have the shape
    of the tokens, and are -100 where no token of an answer comes next. The argument is
    not changed.
    """
