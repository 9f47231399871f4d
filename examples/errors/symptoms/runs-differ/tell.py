"""Compare what two runs draw, source by source."""

# --8<-- [start:tell]
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader


def drawn() -> dict[str, torch.Tensor]:
    torch.manual_seed(0)
    model = nn.Linear(4, 1)
    order = torch.cat(list(DataLoader(range(32), shuffle=True)))
    noise = torch.from_numpy(np.random.default_rng().normal(size=4))
    return {"weights": model.weight, "order": order, "noise": noise}


one, two = drawn(), drawn()
for name in one:
    print(name, "the same" if torch.equal(one[name], two[name]) else "differs")
# --8<-- [end:tell]
