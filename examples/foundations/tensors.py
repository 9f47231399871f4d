"""Create tensors, read shape, dtype and device, and predict the dtype of a result."""

# --8<-- [start:first]
import torch

temperatures = torch.tensor([[21.5, 23.0, 19.5], [18.0, 20.5, 22.0]])
print(temperatures)
print(temperatures.shape, temperatures.dtype, temperatures.device)
# --8<-- [end:first]

# --8<-- [start:create]
print(torch.zeros(2, 3))
print(torch.full((2, 2), 7))
print(torch.arange(0, 10, 3))
print(torch.linspace(0, 1, steps=5))
# --8<-- [end:create]

# --8<-- [start:random]
generator = torch.Generator().manual_seed(0)
print(torch.rand(3, generator=generator))
print(torch.randn(2, 2, generator=generator))
print(torch.randint(0, 10, (5,), generator=generator))
# --8<-- [end:random]

# --8<-- [start:like]
noise = torch.randn_like(temperatures)
mask = torch.zeros_like(temperatures, dtype=torch.bool)
print(noise.shape, noise.dtype)
print(mask)
# --8<-- [end:like]

# --8<-- [start:ranks]
scalar = torch.tensor(3.5)
vector = torch.zeros(4)
matrix = torch.zeros(3, 4)
image = torch.zeros(3, 32, 48)
batch = torch.zeros(8, 3, 32, 48)
for tensor in (scalar, vector, matrix, image, batch):
    print(tensor.ndim, tuple(tensor.shape), tensor.numel())
# --8<-- [end:ranks]

# --8<-- [start:dtypes]
print(torch.tensor([1, 2]).dtype)
print(torch.tensor([1.0, 2.0]).dtype)
print(torch.tensor([True, False]).dtype)
print(torch.tensor([1, 2], dtype=torch.float32))
print(torch.tensor([1.9, -1.9]).to(torch.int64))
print(temperatures.long().dtype, temperatures.float() is temperatures)
# --8<-- [end:dtypes]

# --8<-- [start:bytes]
floats = [torch.float64, torch.float32, torch.bfloat16, torch.float16]
for dtype in [*floats, torch.int64, torch.uint8, torch.bool]:
    megabytes = 1_000_000 * dtype.itemsize / 1e6
    size = f"{dtype.itemsize} bytes, {megabytes:.0f} MB per million elements"
    print(f"{dtype!s:15} {size}")
print(temperatures.numel(), "elements,", temperatures.nbytes, "bytes")
# --8<-- [end:bytes]

# --8<-- [start:formats]
import math

for dtype in (torch.float32, torch.float16, torch.bfloat16):
    info = torch.finfo(dtype)
    digits = f"about {-math.log10(info.eps / 2):.1f} decimal digits"
    print(f"{dtype!s:15} largest {info.max:.3g}, step above 1 {info.eps:.3g}, {digits}")
print(torch.tensor(70_000.0).to(torch.float16))
print(torch.tensor([256.0, 257.0, 258.0]).to(torch.bfloat16))
# --8<-- [end:formats]

# --8<-- [start:promotion]
integers = torch.tensor([1, 2, 3])
halves = torch.tensor([0.5, 0.5, 0.5], dtype=torch.float16)
print("integers + halves:      ", (integers + halves).dtype)
print("integers + 0.5:         ", (integers + 0.5).dtype)
print("integers / 2:           ", (integers / 2).dtype)
print("halves + 0.5:           ", (halves + 0.5).dtype)
print("halves + float32 (3,):  ", (halves + torch.ones(3)).dtype)
print("halves + float32 ():    ", (halves + torch.tensor(1.0)).dtype)
wide = torch.tensor(1.0, dtype=torch.float64)
print("integers + float64 ():  ", (integers + wide).dtype)
# --8<-- [end:promotion]


# --8<-- [start:promotion-table]
def name(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")


kinds = [torch.bool, torch.uint8, torch.int64, *reversed(floats)]
print(f"{'':9}" + "".join(f"{name(kind):>10}" for kind in kinds))
for left in kinds:
    row = [torch.promote_types(left, right) for right in kinds]
    print(f"{name(left):9}" + "".join(f"{name(result):>10}" for result in row))
print("uint8 and int8:", torch.promote_types(torch.uint8, torch.int8))
# --8<-- [end:promotion-table]

# --8<-- [start:device]
accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
moved = temperatures.to(device)
print(moved.sum())
print(moved.sum().item())
# --8<-- [end:device]

# --8<-- [start:wrong-keyword]
try:
    torch.randn(batch_size=32, features=128)
except TypeError as error:
    print(str(error).splitlines()[0])
print(torch.randn(32, 128).shape)
# --8<-- [end:wrong-keyword]

# --8<-- [start:ragged]
try:
    torch.tensor([[1, 2], [3]])
except ValueError as error:
    print(error)
# --8<-- [end:ragged]

# --8<-- [start:one-element]
try:
    temperatures.sum(dim=0).item()
except RuntimeError as error:
    print(error)
# --8<-- [end:one-element]

# --8<-- [start:ambiguous]
try:
    if temperatures > 20:
        print("warm")
except RuntimeError as error:
    print(error)
print((temperatures > 20).any(), (temperatures > 20).all())
# --8<-- [end:ambiguous]

# --8<-- [start:truncation]
prices = torch.tensor([10, 20, 30])
prices[0] = 12.99
print("wrong:", prices)
prices = torch.tensor([10.0, 20.0, 30.0])
prices[0] = 12.99
print("right:", prices)
# --8<-- [end:truncation]

# --8<-- [start:wraps]
pixels = torch.tensor([100, 200], dtype=torch.uint8)
print("wrong:", pixels + 100)
print("right:", pixels.to(torch.int64) + 100)
# --8<-- [end:wraps]

# --8<-- [start:figure-ranks]
import matplotlib.pyplot as plt
from matplotlib.patches import Rectangle


def draw_grid(
    axes, left: float, bottom: float, rows: int, columns: int, color: str
) -> None:
    look = {"facecolor": color, "edgecolor": "white", "linewidth": 1}
    for row in range(rows):
        for column in range(columns):
            axes.add_patch(Rectangle((left + column, bottom + row), 1, 1, **look))


figure, axes = plt.subplots(figsize=(7.2, 2.3))
for position, (label, rows, columns, depth) in enumerate(
    [("()", 1, 1, 1), ("(4,)", 1, 4, 1), ("(3, 4)", 3, 4, 1), ("(3, 3, 4)", 3, 4, 3)]
):
    left = (0, 3, 9, 15)[position]
    for layer in reversed(range(depth)):
        draw_grid(axes, left + 0.45 * layer, 0.45 * layer, rows, columns, f"C{layer}")
    axes.text(left + columns / 2, -0.9, label, ha="center", family="monospace")
    axes.text(left + columns / 2, -2.0, f"{position}-D", ha="center")
axes.set(xlim=(-0.5, 20.5), ylim=(-2.4, 4.2), aspect="equal")
axes.axis("off")
figure.savefig("ranks.svg")
# --8<-- [end:figure-ranks]

# --8<-- [start:figure-formats]
figure, axes = plt.subplots(figsize=(7.2, 1.9))
kinds = {"sign": "C3", "exponent: range": "C1", "fraction: precision": "C0"}
for row, bits in enumerate([(1, 5, 10), (1, 8, 7), (1, 8, 23)]):
    start = 0
    for (kind, color), count in zip(kinds.items(), bits):
        label = kind if row == 0 else None
        axes.barh(row, count, left=start, color=color, edgecolor="white", label=label)
        start += count
axes.set(yticks=range(3), yticklabels=["float16", "bfloat16", "float32"], xlabel="bits")
axes.legend(ncols=3, loc="upper center", bbox_to_anchor=(0.5, 1.3))
figure.savefig("formats.svg")
# --8<-- [end:figure-formats]
