"""Move numbers between NumPy and PyTorch: share or copy, keep dtype and gradient."""

# --8<-- [start:first]
import numpy as np
import torch

array = np.array([1.0, 2.0, 3.0])
tensor = torch.from_numpy(array)
print(tensor)
back = tensor.numpy()
print(back, type(back).__name__)

tensor.mul_(10)
print(array)
# --8<-- [end:first]

# --8<-- [start:adds]
accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
features = np.array([[1.0, 2.0], [3.0, 4.0]], dtype=np.float32)
inputs = torch.from_numpy(features).to(device)
weight = torch.tensor([[1.0, 0.0], [2.0, 1.0]], device=device, requires_grad=True)

outputs = inputs @ weight
outputs.sum().backward()
print(weight.grad)
product = features @ weight.detach().cpu().numpy()
print(outputs.detach().cpu().numpy())
print(product)
# --8<-- [end:adds]


# --8<-- [start:shares]
def shares(array: np.ndarray, tensor: torch.Tensor) -> bool:
    return np.shares_memory(array, tensor.detach().numpy())


array, tensor = np.arange(3.0), torch.arange(3.0)
to_tensor = {
    "torch.from_numpy(array)": torch.from_numpy(array),
    "torch.as_tensor(array)": torch.as_tensor(array),
    "torch.as_tensor(array, dtype=float32)": torch.as_tensor(
        array, dtype=torch.float32
    ),
    "torch.from_numpy(array).float()": torch.from_numpy(array).float(),
    "torch.tensor(array)": torch.tensor(array),
}
for call, result in to_tensor.items():
    print(f"{call:39}{'shares' if shares(array, result) else 'copies'}")

to_array = {
    "tensor.numpy()": tensor.numpy(),
    "np.asarray(tensor)": np.asarray(tensor),
    "tensor.numpy().copy()": tensor.numpy().copy(),
    "tensor.clone().numpy()": tensor.clone().numpy(),
}
for call, result in to_array.items():
    print(f"{call:39}{'shares' if shares(result, tensor) else 'copies'}")
# --8<-- [end:shares]

# --8<-- [start:rebinding]
array = np.zeros(3)
tensor = torch.from_numpy(array)
tensor = tensor + 1
print(array, tensor)
tensor = torch.from_numpy(array)
tensor += 1
print(array, tensor)
# --8<-- [end:rebinding]

# --8<-- [start:dlpack]
array = np.arange(3.0)
torch.from_dlpack(array)[0] = 100
print(array)
tensor = torch.arange(3)
np.from_dlpack(tensor)[0] = 100
print(tensor)
# --8<-- [end:dlpack]

# --8<-- [start:dtypes]
for values in ([1.5, 2.5], [1, 2], [True, False]):
    from_array, from_list = torch.from_numpy(np.array(values)), torch.tensor(values)
    print(f"{values!s:15}{from_array.dtype!s:15}{from_list.dtype}")
data = np.random.default_rng(0).normal(size=(4, 2))
print(torch.from_numpy(data).dtype, torch.from_numpy(data).float().dtype)
# --8<-- [end:dtypes]

# --8<-- [start:names]
a = np.array([[3.0, 1.0], [2.0, 4.0]], dtype=np.float32)
t = torch.from_numpy(a.copy())
pairs = {
    "a.sum(axis=1)             t.sum(dim=1)": (a.sum(axis=1), t.sum(dim=1)),
    "a.sum(1, keepdims=True)   t.sum(1, keepdim=True)": (
        a.sum(1, keepdims=True),
        t.sum(1, keepdim=True),
    ),
    "a.max(axis=1)             t.amax(dim=1)": (a.max(axis=1), t.amax(dim=1)),
    "np.sort(a, axis=1)        t.sort(dim=1).values": (
        np.sort(a, axis=1),
        t.sort(dim=1).values,
    ),
    "np.concatenate([a, a])    torch.cat([t, t])": (
        np.concatenate([a, a]),
        torch.cat([t, t]),
    ),
    "a.transpose(1, 0)         t.permute(1, 0)": (a.transpose(1, 0), t.permute(1, 0)),
    "a[:, ::-1]                t.flip(1)": (a[:, ::-1], t.flip(1)),
    "a.astype(np.int64)        t.to(torch.int64)": (
        a.astype(np.int64),
        t.to(torch.int64),
    ),
    "a.copy()                  t.clone()": (a.copy(), t.clone()),
    "a.size                    t.numel()": (a.size, t.numel()),
    "a.std()                   t.std(correction=0)": (a.std(), t.std(correction=0)),
}
for names, (left, right) in pairs.items():
    assert np.allclose(left, right)
    result = str(np.asarray(right).round(3)).replace("\n", "")
    print(f"{names:52}{result}")
# --8<-- [end:names]

# --8<-- [start:way-back]
result = (inputs @ weight).relu()
print(result.detach().cpu().numpy())
print(result.numpy(force=True))
print(result.sum().item(), result.tolist())
# --8<-- [end:way-back]

# --8<-- [start:requires-grad]
w = torch.tensor([1.0, 2.0], requires_grad=True)
try:
    w.numpy()
except RuntimeError as error:
    print(error)
print(w.detach().numpy())
# --8<-- [end:requires-grad]

# --8<-- [start:other-device]
elsewhere = torch.zeros(3, device="meta")
try:
    elsewhere.numpy()
except TypeError as error:
    print(error)
# --8<-- [end:other-device]

# --8<-- [start:double]
layer = torch.nn.Linear(2, 1)
try:
    layer(torch.from_numpy(data))
except RuntimeError as error:
    print(error)
print(layer(torch.from_numpy(data).float()).shape)
# --8<-- [end:double]

# --8<-- [start:bfloat16]
small = torch.tensor([1.0, 2.0], dtype=torch.bfloat16)
try:
    small.numpy()
except TypeError as error:
    print(error)
print(small.float().numpy())
# --8<-- [end:bfloat16]

# --8<-- [start:negative-stride]
try:
    torch.from_numpy(np.arange(3)[::-1])
except ValueError as error:
    print(str(error).split(". ")[0])
print(torch.from_numpy(np.arange(3)[::-1].copy()))
# --8<-- [end:negative-stride]

# --8<-- [start:cut]
w = torch.tensor([0.0, 1.0], requires_grad=True)
growth = torch.from_numpy(np.exp(w.detach().numpy()))
(w * growth).sum().backward()
print("wrong:", w.grad)

w.grad = None
(w * torch.exp(w)).sum().backward()
print("right:", w.grad)
# --8<-- [end:cut]


# --8<-- [start:caller]
def centred(values: np.ndarray) -> torch.Tensor:
    tensor = torch.from_numpy(values)
    tensor -= tensor.mean()
    return tensor


measured = np.array([1.0, 2.0, 6.0])
centred(measured)
print("wrong:", measured)

measured = np.array([1.0, 2.0, 6.0])
centred(measured.copy())
print("right:", measured)
# --8<-- [end:caller]

# --8<-- [start:std]
heights = np.array([1.0, 2.0, 3.0])
tensor = torch.from_numpy(heights)
print(f"by n:     NumPy {heights.std():.4f}, PyTorch {tensor.std(correction=0):.4f}")
print(f"by n - 1: NumPy {heights.std(ddof=1):.4f}, PyTorch {tensor.std():.4f}")
# --8<-- [end:std]

# --8<-- [start:figure-memory]
import matplotlib.pyplot as plt
from matplotlib.patches import Rectangle


def draw_numbers(axes, left: float, numbers: tuple[int, ...], color: str) -> None:
    look = {"facecolor": color, "alpha": 0.3, "linewidth": 0}
    for place, number in enumerate(numbers):
        axes.add_patch(Rectangle((left + place, 0), 1, 1, **look))
        axes.text(left + place + 0.5, 0.5, str(number), ha="center", va="center")


def draw_owner(axes, name: str, left: float, target: float, color: str) -> None:
    above = {"ha": "center", "va": "bottom", "family": "monospace"}
    axes.text(left, 2.3, name, color=color, **above)
    arrow = {"arrowstyle": "-|>", "color": color, "linewidth": 2}
    axes.annotate("", (target, 1.05), (left, 2.2), arrowprops=arrow)


figure, axes = plt.subplots(figsize=(6, 2.2))
draw_numbers(axes, 0.5, (100, 2, 3), "C2")
draw_owner(axes, "array", 0.6, 1.4, "C0")
draw_owner(axes, "tensor", 3.4, 2.6, "C1")
draw_numbers(axes, 6, (1, 2, 3), "C0")
draw_numbers(axes, 9.6, (100, 2, 3), "C1")
draw_owner(axes, "array", 7.5, 7.5, "C0")
draw_owner(axes, "tensor", 11.1, 11.1, "C1")
below = {"ha": "center", "va": "top", "family": "monospace", "fontsize": 9.5}
axes.text(2, -0.2, "torch.from_numpy(array)", **below)
axes.text(9.3, -0.2, "torch.tensor(array)", **below)
axes.set(xlim=(-0.6, 12.8), ylim=(-0.9, 3), aspect="equal")
axes.axis("off")
figure.savefig("memory.svg")
# --8<-- [end:figure-memory]
