"""Give the reader of IDX files what it must refuse."""

# --8<-- [start:wrong-file]
import shutil
from pathlib import Path

from data import IMAGES, SUBSET, read_idx

broken = Path("broken.gz")
shutil.copy(SUBSET / "train-labels-idx1-ubyte.gz", broken)
try:
    read_idx(broken, IMAGES)
except ValueError as error:
    print(error)
# --8<-- [end:wrong-file]

# --8<-- [start:truncated]
whole = (SUBSET / "train-images-idx3-ubyte.gz").read_bytes()
broken.write_bytes(whole[: len(whole) // 2])
try:
    read_idx(broken, IMAGES)
except ValueError as error:
    print(error)
broken.unlink()
# --8<-- [end:truncated]
