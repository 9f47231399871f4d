"""Read strides, and tell from them whether a view will do or a copy is made."""

# --8<-- [start:strides]
import torch


def describe(name: str, tensor: torch.Tensor) -> None:
    shape, stride = tuple(tensor.shape), tensor.stride()
    offset = tensor.storage_offset()
    print(f"{name:15} shape {shape!s:10} stride {stride!s:12} offset {offset}")


table = torch.arange(12).view(3, 4)
describe("table", table)
describe("table.T", table.T)
describe("table[:, ::2]", table[:, ::2])
describe("table[1]", table[1])
describe("table[None]", table[None])
# --8<-- [end:strides]

# --8<-- [start:position]
part = table[1:, ::2]
memory = table.flatten()
for i, j in ((0, 0), (0, 1), (1, 1)):
    position = part.storage_offset() + i * part.stride(0) + j * part.stride(1)
    print(position, memory[position].item(), part[i, j].item())
# --8<-- [end:position]

# --8<-- [start:stride-zero]
column = table[:, :1]
describe("column", column)
describe("expanded", column.expand(3, 4))
# --8<-- [end:stride-zero]


# --8<-- [start:reshape]
def kind(result: torch.Tensor, source: torch.Tensor) -> str:
    same = result.untyped_storage().data_ptr() == source.untyped_storage().data_ptr()
    return "view" if same else "copy"


for source in (table, table.T):
    result = source.reshape(2, 6)
    print("contiguous:", source.is_contiguous(), "reshape:", kind(result, source))
print(table.T.reshape(2, 6))
print(table.T.contiguous().stride())
# --8<-- [end:reshape]

# --8<-- [start:machine-reshape]
from functools import partial
from timeit import repeat

large = torch.zeros(2000, 2000)
for name, source in (("contiguous", large), ("transposed", large.T)):
    seconds = min(repeat(partial(source.reshape, -1), number=3, repeat=5)) / 3
    print(f"{name}: {1e6 * seconds:.1f} microseconds")
# --8<-- [end:machine-reshape]

# --8<-- [start:view-rule]
blocks = torch.arange(24).view(2, 3, 4)[:, :, :2]
print(blocks.is_contiguous(), blocks.stride())
print(blocks.view(6, 2).stride())
# --8<-- [end:view-rule]

# --8<-- [start:channels-last]
images = torch.zeros(1, 3, 4, 5)
print(images.permute(0, 2, 3, 1).shape)
images = images.to(memory_format=torch.channels_last)
print(images.shape, images.stride())
# --8<-- [end:channels-last]

# --8<-- [start:view-error]
try:
    table.T.view(12)
except RuntimeError as error:
    print(error)
# --8<-- [end:view-error]


# --8<-- [start:reshape-write]
def clear(x: torch.Tensor) -> None:
    x.reshape(-1).fill_(0)


for source in (torch.ones(2, 3), torch.ones(3, 2).T):
    clear(source)
    print("contiguous:", source.is_contiguous(), "sum:", source.sum().item())
# --8<-- [end:reshape-write]

# --8<-- [start:figure-walk]
import matplotlib.pyplot as plt

walks = {
    "table": (table, "C0"),
    "table.T": (table.T, "C1"),
    "table[:, ::2]": (table[:, ::2], "C2"),
    "table[:, :1].expand(3, 4)": (table[:, :1].expand(3, 4), "C3"),
}
figure, panels = plt.subplots(
    2, 2, figsize=(6, 5), sharex=True, sharey=True, layout="constrained"
)
small = {"family": "monospace", "fontsize": 9.5, "fontweight": "normal"}
for axes, (name, (tensor, color)) in zip(panels.flat, walks.items()):
    steps = range(1, tensor.numel() + 1)
    axes.plot(tensor.flatten(), steps, "o-", color=color, markersize=5, linewidth=1.5)
    axes.set_title(f"{name}\nstride {tensor.stride()}", **small)
    axes.set(xticks=(0, 4, 8), yticks=(1, 4, 8, 12))
panels[0, 0].invert_yaxis()
figure.supxlabel("place in memory")
figure.supylabel("order of reading")
figure.savefig("walk.svg")
# --8<-- [end:figure-walk]
