"""Make the folder first."""

# --8<-- [start:fix]
from pathlib import Path

import torch

folder = Path("checkpoints")
folder.mkdir(parents=True, exist_ok=True)
torch.save(torch.zeros(2), folder / "weights.pt")
print([path.name for path in folder.iterdir()])
# --8<-- [end:fix]
