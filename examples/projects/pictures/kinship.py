"""Find families of pictures, and split without tearing one."""

# --8<-- [start:families]
from pathlib import Path

import torch

from emoji_sheet import unpack
from families import families, twins
from picture_folder import read_folder

folder = read_folder(unpack(Path("groups")))

pairs = [
    (one, other)
    for one, other in twins(folder.pixels)
    if folder.names[one] != folder.names[other]
]
print(f"{len({*folder.names})} names, {len(pairs)} twins with different ones:")
for one, other in pairs[:: len(pairs) // 4][:4]:
    print(f"  {Path(folder.files[one]).stem} and {Path(folder.files[other]).stem}")
kin = families(folder.names, folder.labels, folder.pixels)
print(f"{len({*kin})} families of {len(kin)} pictures")
# --8<-- [end:families]

# --8<-- [start:figure-families]
import matplotlib.pyplot as plt
from torchvision.utils import make_grid

shown = []
for stem in ("pilot", "one-oclock", "red-heart", "family-man-boy", "keycap-1"):
    (place,) = [n for n, file in enumerate(folder.files) if Path(file).stem == stem]
    members = [index for index, each in enumerate(kin) if each == kin[place]][:12]
    blank = torch.full((12 - len(members), 3, 32, 32), 255, dtype=torch.uint8)
    shown.append(torch.cat([folder.pixels[members], blank]))
grid = make_grid(torch.cat(shown), nrow=12, padding=3, pad_value=255)
plt.imsave("families.webp", grid.permute(1, 2, 0).numpy(), pil_kwargs={"quality": 80})
# --8<-- [end:figure-families]

# --8<-- [start:split]
from families import split

parts = split(folder.labels, kin)
print(f"{'':16}" + "".join(f"{part:>12}" for part in parts))
counts = [folder.labels[part].bincount().tolist() for part in parts.values()]
for name, *numbers in zip(folder.classes, *counts):
    print(f"{name:16}" + "".join(f"{number:12}" for number in numbers))
together = [{kin[index] for index in part} for part in parts.values()]
print("families in two parts:", sum(map(len, together)) - len(set.union(*together)))
# --8<-- [end:split]
