"""Compute in 16 bits where it is safe: autocast, the gradient scaler, what it saves."""

# --8<-- [start:first]
import torch
from torch import nn
from torch.nn import functional as F

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 10)).to(device)
inputs = torch.rand(16, 64).to(device)
targets = torch.arange(16).to(device) % 10
with torch.autocast(device.type, dtype=torch.bfloat16):
    outputs = model(inputs)
    loss = F.cross_entropy(outputs, targets)
loss.backward()
print("outputs:", outputs.dtype)
print("loss:   ", loss.dtype)
print("weight: ", model[0].weight.dtype, "gradient:", model[0].weight.grad.dtype)
# --8<-- [end:first]

# --8<-- [start:by-hand]
weight, bias = model[0].weight, model[0].bias
with torch.autocast(device.type, dtype=torch.bfloat16):
    hidden = model[0](inputs)
by_hand = F.linear(inputs.bfloat16(), weight.bfloat16(), bias.bfloat16())
print(torch.equal(hidden, by_hand))
difference = (hidden - model[0](inputs)).abs().max().item()
print(f"largest difference from float32: {difference:.3f}")
# --8<-- [end:by-hand]

# --8<-- [start:machine-operations]
left, right = torch.rand(8, 8, device=device), torch.rand(8, 8, device=device)
image = torch.rand(1, 1, 8, 8, device=device)
classes = torch.zeros(8, dtype=torch.int64, device=device)
with torch.autocast(device.type, dtype=torch.bfloat16):
    short = left @ right
    results = {
        "left @ right": short,
        "F.linear(left, right)": F.linear(left, right),
        "F.conv2d(image, image)": F.conv2d(image, image),
        "left + right": left + right,
        "short + left": short + left,
        "short.relu()": short.relu(),
        "F.gelu(short)": F.gelu(short),
        "short.exp()": short.exp(),
        "short.sum()": short.sum(),
        "short.mean()": short.mean(),
        "short.softmax(dim=1)": short.softmax(dim=1),
        "F.layer_norm(short, [8])": F.layer_norm(short, [8]),
        "F.mse_loss(short, left)": F.mse_loss(short, left),
        "F.cross_entropy(short, classes)": F.cross_entropy(short, classes),
    }
for call, result in results.items():
    print(f"{call:32}: {str(result.dtype).removeprefix('torch.')}")
# --8<-- [end:machine-operations]

# --8<-- [start:ranges]
dtypes = (torch.float32, torch.bfloat16, torch.float16)
print("          bits  largest     smallest    next after 1")
for dtype in dtypes:
    info = torch.finfo(dtype)
    smallest = info.smallest_normal * info.eps
    name = str(dtype).removeprefix("torch.")
    ends = f"{info.max:<10.5g}  {smallest:<10.2g}"
    print(f"{name:9} {info.bits:4}  {ends}  1 + {info.eps:.2g}")
for number in (70_000.0, 1e-8, 1.001):
    full = torch.tensor(number, device=device)
    short = [full.to(dtype).item() for dtype in dtypes[1:]]
    print(f"{number:g} -> {short[0]:g} in bfloat16, {short[1]:g} in float16")
# --8<-- [end:ranges]

# --8<-- [start:photos]
torch.manual_seed(0)
layers = nn.Conv2d(1, 32, 3, padding=1), nn.ReLU(), nn.Conv2d(32, 1, 1)
network = nn.Sequential(*layers).to(device)
photos = torch.rand(8, 1, 256, 256).to(device)
noise = 0.03 * torch.rand(8, 1, 256, 256).to(device)
with torch.no_grad():
    sharp = network(photos) + noise


def gradients(dtype: torch.dtype, scale: float) -> tuple[torch.Tensor, torch.Tensor]:
    network.zero_grad()
    with torch.autocast(device.type, dtype=dtype, enabled=dtype is not torch.float32):
        outputs = network(photos)
        loss = F.mse_loss(outputs, sharp)
    outputs.retain_grad()
    (loss * scale).backward()
    return outputs.grad.float() / scale, network[0].weight.grad / scale


# --8<-- [end:photos]


# --8<-- [start:underflow]
right_outputs, right_first = gradients(torch.float32, 1)
print(f"{'':20}   zeros at the outputs   zeros in layer 1   its relative error")
for dtype, scale in ((torch.float16, 1), (torch.float16, 65536), (torch.bfloat16, 1)):
    at_outputs, at_first = gradients(dtype, scale)
    lost = [(gradient == 0).float().mean() for gradient in (at_outputs, at_first)]
    error = (at_first - right_first).norm() / right_first.norm()
    row = f"{lost[0]:20.2f}   {lost[1]:16.2f}   {error:18.3f}"
    print(f"{dtype!s:14} * {scale:5}   {row}")
# --8<-- [end:underflow]

# --8<-- [start:scaler]
weight = nn.Parameter(torch.tensor([1.0], device=device))
optimizer = torch.optim.SGD([weight], lr=0.1)
scaler = torch.amp.GradScaler(device.type)
for step, factor in enumerate((1.0, 1e38, 1.0)):
    optimizer.zero_grad()
    scaler.scale(factor * weight.sum()).backward()
    found = weight.grad.item()
    scaler.step(optimizer)
    values = f"gradient {found:.0f}, weight after it {weight.item():.1f}"
    print(f"step {step}: scale {scaler.get_scale():.0f}, {values}")
    scaler.update()
scale, interval = scaler.get_scale(), scaler.get_growth_interval()
print(f"scale in the end: {scale:.0f}, doubled after {interval} good steps")
# --8<-- [end:scaler]

# --8<-- [start:scheduler]
import warnings


def two_steps(wait: bool) -> tuple[float, list[str]]:
    weight = nn.Parameter(torch.tensor([1.0], device=device))
    optimizer = torch.optim.SGD([weight], lr=1.0)
    scheduler = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.5)
    scaler = torch.amp.GradScaler(device.type)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for factor in (1e38, 1.0):
            optimizer.zero_grad()
            scaler.scale(factor * weight.sum()).backward()
            scaler.step(optimizer)
            before = scaler.get_scale()
            scaler.update()
            if not wait or scaler.get_scale() >= before:
                scheduler.step()
    return scheduler.get_last_lr()[0], [str(one.message) for one in caught]


for name, wait in (("after each step:", False), ("if the factor held:", True)):
    rate, told = two_steps(wait)
    print(name, "rate", rate)
    for text in told:
        print("warning:", text.split(". ")[0])
# --8<-- [end:scheduler]

# --8<-- [start:apart]
large = torch.full((8, 8), 300.0, device=device)
with torch.autocast(device.type, dtype=torch.float16):
    doubled = large @ (2 * torch.eye(8, device=device))
    print("in float16:", (doubled @ large).max().item())
    with torch.autocast(device.type, enabled=False):
        print("apart:     ", (doubled.float() @ large).max().item())
# --8<-- [end:apart]

# --8<-- [start:patients]
from sklearn.datasets import load_breast_cancer

table = load_breast_cancer()
order = torch.randperm(len(table.data), generator=torch.Generator().manual_seed(0))
features = torch.tensor(table.data, dtype=torch.float32)[order]
features = (features - features[:384].mean(dim=0)) / features[:384].std(dim=0)
features, labels = features.to(device), torch.tensor(table.target)[order].to(device)
# --8<-- [end:patients]


# --8<-- [start:loop]
def train(dtype: torch.dtype, epochs: int = 4) -> nn.Module:
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(30, 32), nn.ReLU(), nn.Linear(32, 2)).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
    scaler = torch.amp.GradScaler(device.type, enabled=dtype is torch.float16)
    short = dtype is not torch.float32
    generator = torch.Generator().manual_seed(0)
    for _ in range(epochs):
        for batch in torch.randperm(384, generator=generator).to(device).split(64):
            optimizer.zero_grad()
            with torch.autocast(device.type, dtype=dtype, enabled=short):
                outputs = model(features[batch])
                loss = F.cross_entropy(outputs, labels[batch])
            scaler.scale(loss).backward()
            scaler.unscale_(optimizer)
            nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
            scaler.step(optimizer)
            scaler.update()
    return model


for dtype in dtypes:
    trained = train(dtype)
    with torch.no_grad():
        outputs, held_out = trained(features[384:]), labels[384:]
        loss = F.cross_entropy(outputs, held_out)
    right = int((outputs.argmax(dim=1) == held_out).sum())
    print(f"{dtype!s:14} {right} of {len(held_out)} held out right, loss {loss:.2f}")
# --8<-- [end:loop]


# --8<-- [start:memory]
def kept_bytes(model: nn.Module, inputs: torch.Tensor, dtype: torch.dtype) -> int:
    given = (*model.parameters(), *model.buffers(), inputs)
    held = {tensor.untyped_storage().data_ptr() for tensor in given}
    kept = {}

    def pack(tensor: torch.Tensor) -> torch.Tensor:
        storage = tensor.untyped_storage()
        if storage.data_ptr() not in held:
            kept[storage.data_ptr()] = storage.nbytes()
        return tensor

    hooks = torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor)
    short = dtype is not torch.float32
    with hooks, torch.autocast(device.type, dtype=dtype, enabled=short):
        outputs = model(inputs)
    del outputs
    return sum(kept.values())


layers = []
for _ in range(4):
    layers += [nn.Linear(512, 512, bias=False), nn.ReLU()]
wide = nn.Sequential(*layers).to(device)
fixed = 4 * sum(parameter.nbytes for parameter in wide.parameters())
rows = [32, 128, 512, 2048]
batches = [torch.rand(n, 512, device=device) for n in rows]
kept = [[kept_bytes(wide, batch, dtype) for batch in batches] for dtype in dtypes[:2]]
print(f"weights, gradients and Adam's state: {fixed:,} bytes either way")
print("rows  kept in float32   in bfloat16   ratio   with the rest")
for batch, full, short in zip(batches, *kept):
    n, rest = len(batch), fixed + batch.nbytes
    ratio, with_rest = short / full, (rest + short) / (rest + full)
    print(f"{n:4}  {full:15,}   {short:11,}   {ratio:5.2f}   {with_rest:13.2f}")
# --8<-- [end:memory]

# --8<-- [start:copies]
from typing import Any

from torch.utils._python_dispatch import TorchDispatchMode


class Conversions(TorchDispatchMode):
    number = 0

    def __torch_dispatch__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        self.number += func is torch.ops.aten._to_copy.default
        return func(*args, **(kwargs or {}))


batch = torch.rand(4, 512, device=device)
for cached in (True, False):
    autocast = torch.autocast(device.type, dtype=torch.bfloat16, cache_enabled=cached)
    with torch.no_grad(), autocast, Conversions() as counter:
        wide(wide(batch))
    print(f"cache_enabled={cached}: {counter.number} conversions")
# --8<-- [end:copies]

# --8<-- [start:errors]
short = torch.ones(2, 4, dtype=torch.bfloat16)


def step_twice() -> None:
    scaler = torch.amp.GradScaler("cpu")
    weight = nn.Parameter(torch.ones(1))
    optimizer = torch.optim.SGD([weight], lr=0.1)
    for _ in range(2):
        optimizer.zero_grad()
        scaler.scale(weight.sum()).backward()
        scaler.step(optimizer)


for call in (lambda: nn.Linear(4, 2)(short), lambda: short.numpy(), step_twice):
    try:
        call()
    except (RuntimeError, TypeError) as error:
        print(f"{type(error).__name__}: {error}")
# --8<-- [end:errors]


# --8<-- [start:custom]
class Product(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        ctx.save_for_backward(x, weight)
        return x @ weight

    @staticmethod
    def backward(ctx, *gradients: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x, weight = ctx.saved_tensors
        return gradients[0] @ weight.T, x.T @ gradients[0]


def try_product(function: type[torch.autograd.Function]) -> None:
    x = torch.ones(4, 3, requires_grad=True)
    weight = torch.ones(3, 2, requires_grad=True)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        outputs = function.apply(x, weight)
    outputs.sum().backward()
    print(f"result {outputs.dtype}, gradient {weight.grad.dtype}")


try:
    try_product(Product)
except RuntimeError as error:
    print(error)
# --8<-- [end:custom]


# --8<-- [start:repair-custom]
class AutocastProduct(torch.autograd.Function):
    @staticmethod
    @torch.amp.custom_fwd(device_type="cpu")
    def forward(ctx, x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        ctx.save_for_backward(x, weight)
        return x @ weight

    @staticmethod
    @torch.amp.custom_bwd(device_type="cpu")
    def backward(ctx, *gradients: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x, weight = ctx.saved_tensors
        return gradients[0] @ weight.T, x.T @ gradients[0]


try_product(AutocastProduct)
# --8<-- [end:repair-custom]

# --8<-- [start:wrong-device]
other = "cpu" if device.type == "cuda" else "cuda"
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    for name, device_type in (("wrong device", other), ("right device", device.type)):
        with torch.autocast(device_type, dtype=torch.bfloat16):
            print(f"{name}:", model(inputs).dtype)
# --8<-- [end:wrong-device]

# --8<-- [start:clipping]
for unscale in (False, True):
    scaler = torch.amp.GradScaler(device.type)
    weight = nn.Parameter(torch.tensor([3.0, 4.0], device=device))
    optimizer = torch.optim.SGD([weight], lr=0.1)
    scaler.scale((weight**2).sum() / 2).backward()
    if unscale:
        scaler.unscale_(optimizer)
    norm = nn.utils.clip_grad_norm_([weight], max_norm=1.0)
    scaler.step(optimizer)
    word = "with unscale_:   " if unscale else "without unscale_:"
    print(word, f"norm {norm.item():.0f}, then", weight.detach())
# --8<-- [end:clipping]

# --8<-- [start:all-short]
cases = {"float32 weight ": torch.float32, "bfloat16 weight": torch.bfloat16}
for name, dtype in cases.items():
    weight = nn.Parameter(torch.tensor([2.0], dtype=dtype, device=device))
    optimizer = torch.optim.SGD([weight], lr=0.001)
    for _ in range(1000):
        optimizer.zero_grad()
        weight.sum().backward()
        optimizer.step()
    print(f"{name} after 1000 steps of 0.001: {weight.item():.2f}")
# --8<-- [end:all-short]

# --8<-- [start:tf32]
print("matrices:", torch.get_float32_matmul_precision())
print("convolutions:", torch.backends.cudnn.conv.fp32_precision)
# --8<-- [end:tf32]

# --8<-- [start:figure-underflow]
import matplotlib.pyplot as plt

figure, axes = plt.subplots(figsize=(5, 3))
values = right_outputs.cpu().abs().flatten().clamp(min=1e-12).log2()
bins = [step - 40 for step in range(57)]
axes.hist(values, bins, histtype="stepfilled", color="C1", label="loss")
axes.hist(values + 16, bins, histtype="stepfilled", color="C0", label="loss * 65536")
axes.axvline(-25, color="C3", linestyle="--")
axes.axvline(16, color="C3", linestyle="--")
axes.text(-25.5, 0.93, "becomes 0", ha="right", transform=axes.get_xaxis_transform())
axes.text(15.5, 0.93, "float16", ha="right", transform=axes.get_xaxis_transform())
axes.set(xlabel="log2 of the gradient's size", yticks=(), xlim=(-40, 20))
axes.legend(ncols=2, loc="lower center", bbox_to_anchor=(0.5, 1))
figure.savefig("underflow.svg")
# --8<-- [end:figure-underflow]

# --8<-- [start:figure-memory]
figure, axes = plt.subplots(figsize=(5, 3))
for name, sizes, color in zip(("float32", "bfloat16 autocast"), kept, ("C0", "C1")):
    axes.loglog(rows, [size / 2**20 for size in sizes], "o-", color=color, label=name)
axes.set(xlabel="rows in the batch (the layers are 512 wide)")
axes.set(ylabel="MiB kept for backward", xticks=rows, xticklabels=rows)
axes.set(yticks=(0.3, 1, 3, 10), yticklabels=("0.3", "1", "3", "10"))
axes.minorticks_off()
axes.legend()
figure.savefig("memory.svg")
# --8<-- [end:figure-memory]
