"""Read pictures that lie in no folder of a class."""
# handbook: raises=FileNotFoundError

# --8<-- [start:error]
from pathlib import Path

from PIL import Image
from torchvision.datasets import ImageFolder

Path("photos").mkdir()
Image.new("RGB", (8, 8)).save("photos/cat-1.png")
Image.new("RGB", (8, 8)).save("photos/dog-1.png")
ImageFolder("photos")
# --8<-- [end:error]
