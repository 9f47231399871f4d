"""Find the files that cannot be read to their end, before the training."""

# --8<-- [start:fix]
from pathlib import Path

from PIL import Image

picture = Image.effect_noise((64, 64), 50)
picture.save("whole.png")
Path("half.png").write_bytes(Path("whole.png").read_bytes()[:2000])
for name in sorted(Path().glob("*.png")):
    try:
        with Image.open(name) as file:
            file.load()
    except (OSError, SyntaxError):
        print("copy again:", name)
# --8<-- [end:fix]
