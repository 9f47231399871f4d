"""Count the tensors that are alive after each epoch."""

# --8<-- [start:tell]
import gc

import torch
from torch import nn

model = nn.Linear(4, 1)


def alive() -> int:
    gc.collect()
    return sum(issubclass(type(thing), torch.Tensor) for thing in gc.get_objects())


for keep in ("loss", "loss.item()"):
    losses: list[float | torch.Tensor] = []
    start = alive()
    for epoch in range(3):
        for _ in range(10):
            batch_loss = model(torch.randn(8, 4)).square().mean()
            kept = batch_loss if keep == "loss" else batch_loss.item()
            losses.append(kept)
        del batch_loss, kept
        print(f"{keep:11} epoch {epoch}: {alive() - start} more")
# --8<-- [end:tell]
