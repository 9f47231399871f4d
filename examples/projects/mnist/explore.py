"""Look into the four files: bytes, shapes, classes, digits."""

# --8<-- [start:bytes]
import gzip
import struct

from data import SUBSET

content = gzip.decompress((SUBSET / "train-images-idx3-ubyte.gz").read_bytes())
print(content[:16].hex(" ", 4))
print(struct.unpack(">IIII", content[:16]))
print(f"{len(content) - 16:,} bytes follow, {2000 * 28 * 28:,} pixels")
# --8<-- [end:bytes]

# --8<-- [start:tensors]
from data import IMAGES, LABELS, read_idx

images = read_idx(SUBSET / "train-images-idx3-ubyte.gz", IMAGES)
labels = read_idx(SUBSET / "train-labels-idx1-ubyte.gz", LABELS)
print(images.shape, images.dtype, images.min().item(), images.max().item())
print(labels.shape, labels.dtype, labels[:10].tolist())
print(images[1, 6:22:3, 4:26:3])
# --8<-- [end:tensors]

# --8<-- [start:dataset]
from data import load

train_set, test_set = load(SUBSET, "train"), load(SUBSET, "t10k")
image, label = train_set[1]
print(image.shape, image.dtype, image.max())
print(label, label.dtype)
for name, dataset in (("train", train_set), ("test", test_set)):
    counts = dataset.tensors[1].bincount().tolist()
    print(f"{name:6} {len(dataset):5}, per digit", counts)
# --8<-- [end:dataset]

# --8<-- [start:figure-digits]
import matplotlib.pyplot as plt

from drawing import draw_digit

figure, axes = plt.subplots(figsize=(4.4, 1.25))
figure.subplots_adjust(0, 0, 1, 1)
for position in range(5):
    image, label = train_set[position]
    draw_digit(axes, image[0], left=32 * position, color="C0")
    axes.text(32 * position + 14, -41, str(label.item()), ha="center")
axes.set(xlim=(0, 158.4), ylim=(-45, 0))
axes.axis("off")
figure.savefig("digits.svg")
# --8<-- [end:figure-digits]
