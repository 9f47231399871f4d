"""Hand the layers over one by one."""

# --8<-- [start:fix]
from torch import nn

layers = [nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)]
print(len(nn.Sequential(*layers)))
# --8<-- [end:fix]
