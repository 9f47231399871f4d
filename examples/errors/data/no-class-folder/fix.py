"""Move each picture into the folder of its class."""

# --8<-- [start:fix]
from pathlib import Path

from PIL import Image
from torchvision.datasets import ImageFolder

Path("pictures").mkdir(exist_ok=True)
Image.new("RGB", (8, 8)).save("pictures/cat-1.png")
Image.new("RGB", (8, 8)).save("pictures/dog-1.png")
for file in sorted(Path("pictures").glob("*.png")):
    folder = file.parent / file.name.partition("-")[0]
    folder.mkdir(exist_ok=True)
    file.replace(folder / file.name)
print(ImageFolder("pictures").class_to_idx)
# --8<-- [end:fix]
