"""All -100, then each answer one place before where it stands."""

import torch


def answer_targets(
    tokens: torch.Tensor, questions: list[int], answers: list[int]
) -> torch.Tensor:
    targets = torch.full_like(tokens, -100)
    for row, (question, answer) in enumerate(zip(questions, answers)):
        end = question + answer
        targets[row, question - 1 : end - 1] = tokens[row, question:end]
    return targets
