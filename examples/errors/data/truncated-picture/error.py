"""Read a picture of which only the first part was copied."""
# handbook: raises=OSError

# --8<-- [start:error]
from pathlib import Path

from PIL import Image

picture = Image.effect_noise((64, 64), 50)
picture.save("whole.png")
Path("half.png").write_bytes(Path("whole.png").read_bytes()[:2000])
with Image.open("half.png") as file:
    print(file.size)
    file.convert("RGB")
# --8<-- [end:error]
