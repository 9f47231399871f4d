"""See what the file begins with."""

# --8<-- [start:fix]
from pathlib import Path

from PIL import Image

Path("cat.jpg").write_text("<html>404 Not Found</html>")
print(Path("cat.jpg").read_bytes()[:16])
Image.new("RGB", (8, 8)).save("dog.jpg")
print(Path("dog.jpg").read_bytes()[:4])
# --8<-- [end:fix]
