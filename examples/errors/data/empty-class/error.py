"""Read a folder of pictures in which a program has left a folder of its own."""
# handbook: raises=FileNotFoundError

# --8<-- [start:error]
from pathlib import Path

from PIL import Image
from torchvision.datasets import ImageFolder

for name in ("cats", "dogs", ".thumbnails"):
    Path("photos", name).mkdir(parents=True, exist_ok=True)
for name in ("cats", "dogs"):
    Image.new("RGB", (8, 8)).save(f"photos/{name}/1.png")
ImageFolder("photos")
# --8<-- [end:error]
