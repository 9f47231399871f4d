"""Save into a folder that nobody made."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
from pathlib import Path

import torch

folder = Path("checkpoints")
print(folder.exists())
torch.save(torch.zeros(2), folder / "weights.pt")
# --8<-- [end:error]
