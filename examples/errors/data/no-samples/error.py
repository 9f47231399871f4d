"""Load images by a pattern that matches none."""
# handbook: raises=ValueError

# --8<-- [start:error]
from pathlib import Path

from torch.utils.data import DataLoader

files = sorted(Path("images").glob("*.png"))
print(len(files))
DataLoader(files, shuffle=True)
# --8<-- [end:error]
