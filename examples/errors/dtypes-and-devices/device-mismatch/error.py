"""Feed a CPU tensor to a layer on another device."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch
from torch import nn

features = torch.zeros(1, 3)
layer = nn.Linear(3, 2, device="meta")
print(features.device, layer.weight.device)
layer(features)
# --8<-- [end:error]
