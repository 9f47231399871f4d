"""Meet what goes wrong with folders of pictures."""

# --8<-- [start:sentences]
from pathlib import Path

from PIL import Image

from pictures import from_folders, open_picture

EMOJI = Path(__file__).resolve().parents[1] / "emoji"
bear = EMOJI / "animals-nature/bear.png"
Path("none").mkdir(exist_ok=True)
Path("one/bears").mkdir(parents=True, exist_ok=True)
Path("one/bears/bear.png").write_bytes(bear.read_bytes())
Path("empty.jpg").touch()
Path("notes.png").write_text("a list of what is on the pictures")
Path("half.png").write_bytes(bear.read_bytes()[:900])
for name in ("gone.png", "empty.jpg", "notes.png", "half.png"):
    try:
        open_picture(name)
    except (FileNotFoundError, ValueError) as error:
        print(error)
for name in ("gone", "none", "one"):
    try:
        from_folders(Path(name))
    except (FileNotFoundError, ValueError) as error:
        print(error)
# --8<-- [end:sentences]

# --8<-- [start:empty-class]
from torchvision.datasets import ImageFolder

Path("one/.thumbnails").mkdir(exist_ok=True)
try:
    ImageFolder("one")
except FileNotFoundError as error:
    print(error)
# --8<-- [end:empty-class]

# --8<-- [start:repair-empty-class]
kept = ImageFolder("one", allow_empty=True)
print(kept.class_to_idx, len(kept))
print(sorted({label for _, label in from_folders(EMOJI)}))
# --8<-- [end:repair-empty-class]

# --8<-- [start:truncated]
try:
    Image.open("half.png").convert("RGB")
except OSError as error:
    print(error)
# --8<-- [end:truncated]

# --8<-- [start:names]
for folders in (["cats", "dogs"], ["Dogs", "cats"], ["birds", "cats", "dogs"]):
    print({name: index for index, name in enumerate(sorted(folders))})
# --8<-- [end:names]

# --8<-- [start:shared]
import torch
from torch.utils.data import random_split
from torchvision.transforms import v2

torch.manual_seed(0)
whole = ImageFolder(EMOJI, v2.Compose([v2.RandomRotation(30), v2.PILToTensor()]))
generator = torch.Generator().manual_seed(0)
training, validation = random_split(whole, [0.8, 0.2], generator=generator)
asked = torch.stack([validation[0][0] for _ in range(5)])
print("validation, asked 5 times:", len(asked.unique(dim=0)), "different")
# --8<-- [end:shared]

# --8<-- [start:repair-shared]
from torch.utils.data import Subset

plain = ImageFolder(EMOJI, v2.PILToTensor())
validation = Subset(plain, validation.indices)
asked = torch.stack([validation[0][0] for _ in range(5)])
print("validation, asked 5 times:", len(asked.unique(dim=0)), "different")
# --8<-- [end:repair-shared]
