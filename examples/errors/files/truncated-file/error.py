"""Load a file of which the second half is missing."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
from pathlib import Path

import torch

torch.save({"weight": torch.zeros(1000)}, "weights.pt")
whole = Path("weights.pt").read_bytes()
half = whole[: len(whole) // 2]
Path("weights.pt").write_bytes(half)
print(f"{len(half) / 1000:.0f} of {len(whole) / 1000:.0f} kB left")
torch.load("weights.pt")
# --8<-- [end:error]
