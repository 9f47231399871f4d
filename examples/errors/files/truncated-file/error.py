"""Load a file of which the second half is missing."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
from pathlib import Path

import torch

torch.save({"weight": torch.zeros(1000)}, "weights.pt")
whole = Path("weights.pt").read_bytes()
Path("weights.pt").write_bytes(whole[: len(whole) // 2])
print(len(whole) > 4000)
torch.load("weights.pt")
# --8<-- [end:error]
