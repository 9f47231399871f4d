"""Make a network from a list of layers."""
# handbook: raises=TypeError

# --8<-- [start:error]
from torch import nn

layers = [nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)]
print(len(layers))
nn.Sequential(layers)
# --8<-- [end:error]
