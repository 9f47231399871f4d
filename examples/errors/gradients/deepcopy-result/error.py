"""Copy a model that remembers what it computed last."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import copy

import torch
from torch import nn

model = nn.Linear(2, 1)
model.last = model(torch.ones(1, 2))
print(model.last.requires_grad)
copy.deepcopy(model)
# --8<-- [end:error]
