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
import torch

columns = [torch.cat([*images[labels == digit][:5]]) for digit in range(10)]
sheet = torch.cat(columns, dim=1)
plt.imsave("digits.webp", sheet, cmap="Greys", pil_kwargs={"lossless": True})
# --8<-- [end:figure-digits]
