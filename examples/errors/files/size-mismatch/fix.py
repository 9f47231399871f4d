"""Load everything but the layer that has changed."""

# --8<-- [start:fix]
from torch import nn

saved = nn.Sequential(nn.Linear(4, 5), nn.Linear(5, 10)).state_dict()
model = nn.Sequential(nn.Linear(4, 5), nn.Linear(5, 3))
kept = {name: tensor for name, tensor in saved.items() if name.startswith("0.")}
print(model.load_state_dict(kept, strict=False))
# --8<-- [end:fix]
