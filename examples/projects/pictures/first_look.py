"""Look at the pictures, and compare them with what ImageFolder returns."""

# --8<-- [start:folder]
from pathlib import Path

import torch

from emoji_sheet import unpack
from picture_folder import read_folder

root = unpack(Path("groups"))
folder = read_folder(root)
print(tuple(folder.pixels.shape), folder.pixels.dtype)
for name, count in zip(folder.classes, folder.labels.bincount().tolist()):
    print(f"{name:16} {count:4}  {count / len(folder.labels):4.0%}")
# --8<-- [end:folder]

# --8<-- [start:agree]
from torchvision.datasets import ImageFolder
from torchvision.transforms import v2

theirs = ImageFolder(root, v2.PILToTensor())
equal = sum(
    torch.equal(pixels, folder.pixels[index]) and label == folder.labels[index]
    for index, (pixels, label) in enumerate(theirs)
)
print(f"{equal} of {len(theirs)} pictures and labels are those of ImageFolder")
# --8<-- [end:agree]

# --8<-- [start:figure-sheet]
import matplotlib.pyplot as plt
from torchvision.utils import make_grid

rows = []
for label in range(len(folder.classes)):
    own = (folder.labels == label).nonzero().flatten()
    rows.append(folder.pixels[own[:: len(own) // 14][:14]])
sheet = make_grid(torch.cat(rows), nrow=14, padding=3, pad_value=255)
plt.imsave("sheet.webp", sheet.permute(1, 2, 0).numpy(), pil_kwargs={"quality": 80})
# --8<-- [end:figure-sheet]
