"""Questions from a dictionary: the definition is given, its headword is asked for."""

# --8<-- [start:questions]
import re

Pair = tuple[str, str]


def questions(part: str) -> list[Pair]:
    """Definition and headword of long entries; words that begin like it are hidden."""
    found = []
    for entry in part.strip().split("\n\n"):
        headword, *lines = entry.split("\n")
        if lines and len(lines[0]) < 40:
            lines = lines[1:]  # how it is spoken, and which kind of word it is
        definition = " ".join(lines)
        for word in re.findall(r"\w{3,}", headword):
            definition = re.sub(rf"\b{word}", "~", definition, flags=re.IGNORECASE)
        if len(definition) >= 40 and len(headword) <= 30:
            found.append((definition, headword))
    return found


# --8<-- [end:questions]


# --8<-- [start:batch]
import torch

from pieces import Pieces

Coded = tuple[torch.Tensor, torch.Tensor]


def encode(pieces: Pieces, definition: str, headword: str, longest: int = 48) -> Coded:
    """The tokens of the question, of which no more are kept, and of the answer."""
    question = pieces.encode(f"\n\n{definition[:300]}")[:longest]
    return torch.cat((question, pieces.encode("\n="))), pieces.encode(f" {headword}\n")


def lay_out(items: list[Coded]) -> tuple[torch.Tensor, torch.Tensor]:
    """Tokens, and targets that are -100 but where a piece of the answer comes next."""
    longest = max(len(question) + len(answer) for question, answer in items)
    tokens = torch.zeros(len(items), longest, dtype=torch.long)
    targets = torch.full_like(tokens, -100)
    for row, (question, answer) in enumerate(items):
        start, end = len(question), len(question) + len(answer)
        tokens[row, :end] = torch.cat((question, answer))
        targets[row, start - 1 : end - 1] = answer
    return tokens, targets


# --8<-- [end:batch]


# --8<-- [start:train]
import torch.nn.functional as F
from torch import nn

from gpt import GPT
from train_gpt import Options, rate_at


def teach(model: GPT, items: list[Coded], steps: int, rate: float, seed: int) -> GPT:
    """Train what is not frozen on answers, 16 at a time; warm up, then a cosine."""
    plan = Options(steps=steps, rate=rate)
    trained = [weight for weight in model.parameters() if weight.requires_grad]
    optimizer = torch.optim.AdamW(trained, fused=True)
    generator = torch.Generator().manual_seed(seed)
    model.train()
    for step in range(steps):
        optimizer.param_groups[0]["lr"] = rate_at(step, plan)
        drawn = torch.randint(len(items), (16,), generator=generator).tolist()
        tokens, targets = lay_out([items[place] for place in drawn])
        loss = F.cross_entropy(model(tokens).flatten(0, 1), targets.flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
    return model.eval()


# --8<-- [end:train]


# --8<-- [start:judge]
import math
import random


@torch.inference_mode()
def bits_of_answers(model: GPT, items: list[Coded]) -> list[float]:
    """How many bits each answer takes behind its question."""
    model.eval()
    told: list[float] = []
    for first in range(0, len(items), 50):
        tokens, targets = lay_out(items[first : first + 50])
        logits = model(tokens).transpose(1, 2)
        nats = F.cross_entropy(logits, targets, reduction="none").sum(dim=1)
        told += (nats / math.log(2)).tolist()
    return told


def candidates(count: int, seed: int, among: int = 10) -> list[list[int]]:
    """For each entry itself, and others that are drawn from the rest."""
    draw = random.Random(seed)
    rest = [[other for other in range(count) if other != one] for one in range(count)]
    return [[one, *draw.sample(rest[one], among - 1)] for one in range(count)]


def share_right(bits: list[list[float]]) -> float:
    """How often the first of a row, which is the right one, takes the fewest bits."""
    return sum(row[0] < min(row[1:]) for row in bits) / len(bits)


# --8<-- [end:judge]


# --8<-- [start:letters]
def threes(text: str) -> set[str]:
    text = text.lower()
    return {text[place : place + 3] for place in range(len(text) - 2)}


def letters_apart(definition: str, headword: str) -> float:
    """The share of the headword's runs of three characters not in the definition."""
    runs = threes(headword)
    return 1 - len(runs & threes(definition)) / max(1, len(runs))


# --8<-- [end:letters]
