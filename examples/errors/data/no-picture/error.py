"""Read a file that has the name of a picture only."""
# handbook: raises=UnidentifiedImageError

# --8<-- [start:error]
from pathlib import Path

from PIL import Image

Path("cat.jpg").write_text("<html>404 Not Found</html>")
Image.open("cat.jpg")
# --8<-- [end:error]
