"""Leave out the folders whose names begin with a dot."""

# --8<-- [start:fix]
from pathlib import Path

from PIL import Image
from torchvision.datasets import ImageFolder


class Visible(ImageFolder):
    def find_classes(self, directory: str | Path) -> tuple[list[str], dict[str, int]]:
        classes, _ = super().find_classes(directory)
        classes = [name for name in classes if not name.startswith(".")]
        return classes, {name: index for index, name in enumerate(classes)}


for name in ("cats", "dogs", ".thumbnails"):
    Path("photos", name).mkdir(parents=True, exist_ok=True)
for name in ("cats", "dogs"):
    Image.new("RGB", (8, 8)).save(f"photos/{name}/1.png")
print(Visible("photos").class_to_idx)
# --8<-- [end:fix]
