"""Move the layer and the data to the same device."""

# --8<-- [start:fix]
import torch
from torch import nn

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
features = torch.zeros(1, 3).to(device)
layer = nn.Linear(3, 2).to(device)
print(features.device == layer.weight.device)
print(layer(features).shape)
# --8<-- [end:fix]
