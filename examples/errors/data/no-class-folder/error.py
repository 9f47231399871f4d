"""Read pictures that lie in no folder of a class."""
# handbook: raises=FileNotFoundError

# --8<-- [start:error]
from pathlib import Path

from PIL import Image
from torchvision.datasets import ImageFolder

Path("pictures").mkdir(exist_ok=True)
Image.new("RGB", (8, 8)).save("pictures/cat-1.png")
Image.new("RGB", (8, 8)).save("pictures/dog-1.png")
ImageFolder("pictures")
# --8<-- [end:error]
