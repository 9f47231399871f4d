"""Look at a folder of pictures before anything learns from it."""

# --8<-- [start:first]
from pathlib import Path

import torch
from torch.utils.data import DataLoader
from torchvision.datasets import ImageFolder
from torchvision.transforms import v2

EMOJI = Path(__file__).resolve().parents[1] / "emoji"
to_float = v2.ToDtype(torch.float32, scale=True)
transform = v2.Compose([v2.Resize((32, 32)), v2.ToImage(), to_float])
dataset = ImageFolder(EMOJI, transform)
print(len(dataset), dataset.class_to_idx)
generator = torch.Generator().manual_seed(0)
loader = DataLoader(dataset, batch_size=32, shuffle=True, generator=generator)
pictures, labels = next(iter(loader))
print(tuple(pictures.shape), labels[:8].tolist())
# --8<-- [end:first]

# --8<-- [start:counts]
for folder in sorted(EMOJI.iterdir()):
    if folder.is_dir():
        print(f"{folder.name:16} {len([*folder.glob('*.png')]):3}")
# --8<-- [end:counts]

# --8<-- [start:modes]
from collections import Counter

from PIL import Image

kinds: Counter[tuple[str, tuple[int, int]]] = Counter()
for file in EMOJI.glob("*/*.png"):
    with Image.open(file) as picture:
        kinds[picture.mode, picture.size] += 1
for (mode, size), number in sorted(kinds.items()):
    print(f"{mode:4} {size}: {number}")
# --8<-- [end:modes]

# --8<-- [start:figure-sheet]
import matplotlib.pyplot as plt
from torchvision.utils import make_grid

show = v2.Compose([v2.Resize((48, 48)), v2.ToImage()])
shown = ImageFolder(EMOJI, show)
rows = []
for label in range(len(shown.classes)):
    own = [index for index, each in enumerate(shown.targets) if each == label]
    rows += [shown[index][0] for index in own[:: len(own) // 11][:11]]
sheet = make_grid(torch.stack(rows), nrow=11, padding=4, pad_value=255)
plt.imsave("sheet.webp", sheet.permute(1, 2, 0).numpy(), pil_kwargs={"quality": 75})
# --8<-- [end:figure-sheet]

# --8<-- [start:transparent]
canada = Image.open(EMOJI / "flags/flag-canada.png")
palette = v2.functional.pil_to_tensor(canada)
print("a palette picture:  ", tuple(palette.shape), "corner", palette[:, 0, 0].tolist())
print("its colours:        ", canada.convert("RGB").getpixel((0, 0)))

penguin = Image.open(EMOJI / "animals-nature/penguin.png")
print("a transparent one:  ", penguin.mode, "corner", penguin.getpixel((0, 0)))
black = penguin.convert("RGB")
white = Image.new("RGBA", penguin.size, "white")
white.alpha_composite(penguin)
print('convert("RGB"):     ', black.getpixel((0, 0)))
print("on white, then RGB: ", white.convert("RGB").getpixel((0, 0)))
# --8<-- [end:transparent]

# --8<-- [start:rotated]
from PIL import ImageOps

giraffe = Image.open(EMOJI / "animals-nature/giraffe.png").convert("RGB")
note = Image.Exif()
note[0x0112] = 6
giraffe.crop((0, 0, 48, 40)).rotate(90, expand=True).save("phone.jpg", exif=note)

stored = Image.open("phone.jpg")
upright = ImageOps.exif_transpose(stored)
print("stored: ", stored.size, "orientation", stored.getexif()[0x0112])
print("upright:", upright.size)
# --8<-- [end:rotated]

# --8<-- [start:figure-files]
panels = {
    'convert("RGB")': black,
    "pasted on white": white.convert("RGB"),
    "as stored": stored,
    "exif_transpose": upright,
}
figure, axes = plt.subplots(1, 4, figsize=(5, 1.5), layout="constrained")
for place, (name, picture) in zip(axes, panels.items()):
    place.imshow(picture)
    place.set_title(name, fontsize=9)
    place.axis("off")
    place.set_anchor("N")
figure.savefig("files.webp", pil_kwargs={"lossless": True})
# --8<-- [end:figure-files]
