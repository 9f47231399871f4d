"""Move each picture into the folder of its class."""

# --8<-- [start:fix]
from pathlib import Path

from PIL import Image
from torchvision.datasets import ImageFolder

Path("photos").mkdir()
Image.new("RGB", (8, 8)).save("photos/cat-1.png")
Image.new("RGB", (8, 8)).save("photos/dog-1.png")
for file in sorted(Path("photos").glob("*.png")):
    folder = file.parent / file.name.partition("-")[0]
    folder.mkdir(exist_ok=True)
    file.rename(folder / file.name)
print(ImageFolder("photos").class_to_idx)
# --8<-- [end:fix]
