"""Take labels from folders and from a CSV, and change one picture in eight ways."""

# --8<-- [start:agree]
from pathlib import Path

from torchvision.datasets import ImageFolder

from pictures import Pictures, from_csv, from_folders, open_picture

EMOJI = Path(__file__).resolve().parents[1] / "emoji"
ours = Pictures(from_folders(EMOJI))
theirs = ImageFolder(EMOJI, loader=open_picture)
equal = sum(ours[index] == theirs[index] for index in range(len(theirs)))
print(f"{equal} of {len(ours)} pairs are equal")
# --8<-- [end:agree]

# --8<-- [start:csv]
with (EMOJI / "labels.csv").open(encoding="utf-8") as file:
    print(*[next(file).strip() for _ in range(3)], sep="\n")
table = Pictures(from_csv(EMOJI / "labels.csv", "group"))
print(table.classes)
equal = sum(one[1] == other[1] for one, other in zip(table, ours))
print(f"{equal} of {len(ours)} labels are those of the folders")
kinds = Pictures(from_csv(EMOJI / "labels.csv", "subgroup"))
print(len(kinds.classes), "subgroups, the first:", kinds.classes[0])
# --8<-- [end:csv]

# --8<-- [start:figure-eight]
import matplotlib.pyplot as plt
import torch
from torchvision.transforms import v2

picture = open_picture(EMOJI / "flags/flag-cote-divoire.png")
transforms = {
    "the picture": v2.Identity(),
    "HorizontalFlip": v2.RandomHorizontalFlip(p=1),
    "VerticalFlip": v2.RandomVerticalFlip(p=1),
    "Rotation": v2.RandomRotation(25, fill=255),
    "Crop": v2.RandomCrop(48, padding=8, fill=255),
    "ResizedCrop": v2.RandomResizedCrop(48, scale=(0.3, 0.6)),
    "ColorJitter": v2.ColorJitter(hue=0.5),
    "Grayscale": v2.Grayscale(3),
}
torch.manual_seed(1)
figure, axes = plt.subplots(2, 4, figsize=(5, 2.9), layout="constrained")
for place, (name, transform) in zip(axes.flat, transforms.items()):
    place.imshow(transform(picture))
    place.set_title(name, fontsize=9)
    place.set(xticks=[], yticks=[])
figure.savefig("eight.webp", pil_kwargs={"lossless": True})
# --8<-- [end:figure-eight]
