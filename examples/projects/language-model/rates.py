"""Train with a list of rates: rising for a finder, or up, down and to the end."""

# --8<-- [start:steps]
import math

import torch
import torch.nn.functional as F
from torch import nn

from train_gpt import Options, draw_batch


def take_steps(
    model: nn.Module, tokens: torch.Tensor, options: Options, rates: list[float]
) -> list[float]:
    """Train one step for each rate, and return the loss before each, in bits."""
    optimizer = torch.optim.AdamW(model.parameters(), fused=True)
    generator = torch.Generator().manual_seed(options.seed)
    losses = []
    model.train()
    for rate in rates:
        optimizer.param_groups[0]["lr"] = rate
        inputs, targets = draw_batch(tokens, options, generator)
        loss = F.cross_entropy(model(inputs).flatten(0, 1), targets.flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.item() / math.log(2))
    return losses


# --8<-- [end:steps]


# --8<-- [start:finder]
def rising(lowest: float, highest: float, count: int) -> list[float]:
    """From the lowest to the highest, each the same factor above the last."""
    factor = (highest / lowest) ** (1 / (count - 1))
    return [lowest * factor**step for step in range(count)]


def smooth(losses: list[float]) -> list[float]:
    """A fading mean, which looks back over some ten losses."""
    values, mean = [], 0.0
    for number, loss in enumerate(losses, 1):
        mean = 0.9 * mean + 0.1 * loss
        values.append(mean / (1 - 0.9**number))
    return values


def lowest_point(rates: list[float], losses: list[float]) -> float:
    smoothed = smooth(losses)
    return rates[smoothed.index(min(smoothed))]


# --8<-- [end:finder]


# --8<-- [start:plan]
def plan(peak: float, count: int, warm: int) -> list[float]:
    """Rise to the peak in `warm` steps, then fall towards 0 along half a cosine."""
    up = [peak * (step + 1) / warm for step in range(warm)]
    turns = [math.pi * step / (count - warm) for step in range(count - warm)]
    return up + [peak * (1 + math.cos(turn)) / 2 for turn in turns]


# --8<-- [end:plan]
