"""Find the files, and say so if there are none."""

# --8<-- [start:fix]
from pathlib import Path

from torch.utils.data import DataLoader

folder = Path("images").resolve()
folder.mkdir(exist_ok=True)
(folder / "one.png").touch()
files = sorted(folder.glob("*.png"))
assert files, f"no images in {folder}"
print(len(DataLoader(files, shuffle=True)))
# --8<-- [end:fix]
