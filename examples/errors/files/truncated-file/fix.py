"""Write beside the file, and put it in its place when it is whole."""

# --8<-- [start:fix]
from pathlib import Path

import torch

torch.save({"weight": torch.zeros(1000)}, "weights.tmp")
Path("weights.tmp").replace("weights.pt")
print(torch.load("weights.pt")["weight"].shape)
# --8<-- [end:fix]
