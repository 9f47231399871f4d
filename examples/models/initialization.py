"""See what layers begin with, follow the signal through a stack, initialise a model."""

# --8<-- [start:default]
import inspect
import math

import torch
from torch import nn

for line in inspect.getsource(nn.Linear.reset_parameters).splitlines():
    if "init." in line:
        print(line.strip())
# --8<-- [end:default]

# --8<-- [start:default-numbers]
torch.manual_seed(0)
for name, layer, fan_in in (
    ("Linear(256, 128)", nn.Linear(256, 128), 256),
    ("Conv2d(16, 32, 3)", nn.Conv2d(16, 32, 3), 16 * 3 * 3),
):
    bound = 1 / math.sqrt(fan_in)
    largest = max(layer.weight.abs().max().item(), layer.bias.abs().max().item())
    formula, std = bound / math.sqrt(3), layer.weight.std().item()
    print(f"{name:18} bound   {bound:.4f}  largest {largest:.4f}")
    print(f"{'':18} formula {formula:.4f}  std     {std:.4f}")
torch.manual_seed(0)
layer = nn.Linear(256, 128)
torch.manual_seed(0)
weight = nn.init.uniform_(torch.empty(128, 256), -1 / 16, 1 / 16)
bias = nn.init.uniform_(torch.empty(128), -1 / 16, 1 / 16)
gaps = (layer.weight - weight).abs().max(), (layer.bias - bias).abs().max()
print(f"largest difference from by hand {max(gaps).item():.4f}")
# --8<-- [end:default-numbers]

# --8<-- [start:one-layer]
accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
width, depth = 256, 20
inputs = torch.randn(256, width, generator=torch.Generator().manual_seed(1)).to(device)


def size(x: torch.Tensor) -> float:
    return x.square().mean().sqrt().item()


torch.manual_seed(0)
weight = nn.init.normal_(torch.empty(width, width), std=0.1).to(device)
outputs = inputs @ weight.T
rule = math.sqrt(width * 0.1**2) * size(inputs)
print(f"rule {rule:.2f}, measured {size(outputs):.2f}")
rule = size(outputs) / math.sqrt(2)
print(f"after ReLU: rule {rule:.2f}, measured {size(outputs.relu()):.2f}")
# --8<-- [end:one-layer]


# --8<-- [start:stack]
def through_stack(gain: float, activation=torch.relu) -> list[float]:
    torch.manual_seed(0)
    x, sizes = inputs, [size(inputs)]
    for _ in range(depth):
        weight = torch.empty(width, width)
        nn.init.normal_(weight, std=gain / math.sqrt(width))
        x = activation(x @ weight.to(device).T)
        sizes.append(size(x))
    return sizes


gains = {
    "default": math.sqrt(1 / 3),
    "gain 1": 1.0,
    "gain sqrt(2)": math.sqrt(2),
    "gain 2": 2.0,
}
predicted, measured = {}, {}
for name, gain in gains.items():
    predicted[name] = [(gain / math.sqrt(2)) ** n for n in range(depth + 1)]
    measured[name] = through_stack(gain)
    for kind, sizes in (("predicted", predicted[name]), ("measured", measured[name])):
        row = "".join(f"{sizes[n]:9.2g}" for n in (1, 5, 10))
        print(f"{name:13}{kind:10} after 1, 5, 10 layers{row}")
print(f"default, measured after 20 layers {measured['default'][20]:.0e}")
# --8<-- [end:stack]

# --8<-- [start:fans]
from functools import partial

torch.manual_seed(0)
narrowing = nn.Linear(400, 100, bias=False)
x, gradient = torch.randn(1000, 400), torch.randn(1000, 100)
print("fan_in, fan_out:", narrowing.weight.shape[1], narrowing.weight.shape[0])
kaiming = partial(nn.init.kaiming_normal_, nonlinearity="linear")
for name, initialise in {
    "fan_in": partial(kaiming, mode="fan_in"),
    "fan_out": partial(kaiming, mode="fan_out"),
    "Xavier": nn.init.xavier_normal_,
}.items():
    initialise(narrowing.weight)
    with torch.no_grad():
        forward, backward = size(narrowing(x)), size(gradient @ narrowing.weight)
    print(f"{name:8} forward {forward:.1f}  backward {backward:.1f}")
# --8<-- [end:fans]

# --8<-- [start:gains]
for name in ("linear", "sigmoid", "tanh", "relu"):
    print(f"{name:8} {nn.init.calculate_gain(name):.4f}")
for gain in (0.5, 1.0, 5 / 3, 5.0):
    sizes = through_stack(gain, torch.tanh)
    row = " ".join(f"{sizes[n]:.2f}" for n in (1, 5, 20))
    print(f"tanh, gain {gain:.2f}: after 1, 5 and 20 layers {row}")
z = torch.randn(1_000_000, generator=torch.Generator().manual_seed(2))
for activation in (nn.ReLU(), nn.Tanh(), nn.GELU(), nn.SiLU()):
    print(f"{type(activation).__name__:5} 1 / size {1 / size(activation(z)):.2f}")
# --8<-- [end:gains]


# --8<-- [start:residual]
def residual_stack(factor: float, norm: bool) -> list[float]:
    torch.manual_seed(0)
    x, sizes = inputs, [size(inputs)]
    for _ in range(depth):
        first, last = torch.empty(width, width), torch.empty(width, width)
        nn.init.kaiming_normal_(first, nonlinearity="relu")
        nn.init.kaiming_normal_(last, nonlinearity="linear").mul_(factor)
        branch = nn.functional.layer_norm(x, [width]) if norm else x
        x = x + (branch @ first.to(device).T).relu() @ last.to(device).T
        sizes.append(size(x))
    return sizes


divided = 1 / math.sqrt(depth)
print("after 1, 5 and 20 branches")
for name, factor, norm in (
    ("Kaiming", 1.0, False),
    ("last layer divided", divided, False),
    ("Kaiming, norm first", 1.0, True),
    ("divided, norm first", divided, True),
):
    sizes = residual_stack(factor, norm)
    print(f"{name:20}" + "".join(f"{sizes[n]:9.2f}" for n in (1, 5, 20)))
# --8<-- [end:residual]


# --8<-- [start:apply]
def initialise(module: nn.Module) -> None:
    if isinstance(module, nn.Linear | nn.Conv2d):
        nn.init.kaiming_normal_(module.weight, nonlinearity="relu")
        if module.bias is not None:
            nn.init.zeros_(module.bias)


torch.manual_seed(0)
model = nn.Sequential(
    nn.Conv2d(1, 16, 3),
    nn.ReLU(),
    nn.Flatten(),
    nn.Sequential(nn.Linear(576, 64), nn.ReLU()),
    nn.Linear(64, 10),
)
model.apply(initialise)
nn.init.xavier_normal_(model[-1].weight)
for name, parameter in model.named_parameters():
    print(f"{name:11} std {parameter.std().item():.2f}")
formulas = math.sqrt(2 / 9), math.sqrt(2 / 576), math.sqrt(2 / (64 + 10))
print("by formula", *[f"{std:.2f}" for std in formulas])
# --8<-- [end:apply]

# --8<-- [start:by-hand]
layer = nn.Linear(4, 4)
with torch.no_grad():
    layer.weight.copy_(torch.ones(4, 4).tril())
    layer.bias.copy_(torch.arange(4.0))
print(layer(torch.zeros(4)).tolist(), layer.weight.is_leaf)
# --8<-- [end:by-hand]


# --8<-- [start:by-name]
def initialise_like_gpt2(model: nn.TransformerEncoder) -> None:
    for name, parameter in model.named_parameters():
        if name.endswith(("out_proj.weight", "linear2.weight")):
            nn.init.normal_(parameter, std=0.02 / math.sqrt(2 * len(model.layers)))
        elif parameter.ndim == 2:
            nn.init.normal_(parameter, std=0.02)
        elif name.endswith("bias"):
            nn.init.zeros_(parameter)


block = nn.TransformerEncoderLayer(64, nhead=4, norm_first=True, batch_first=True)
model = nn.TransformerEncoder(block, 6, enable_nested_tensor=False)
first, last = model.layers[0].linear1, model.layers[5].linear1
print(f"first and last block apart by {(first.weight - last.weight).abs().max():.2f}")
initialise_like_gpt2(model)
print(f"first and last block apart by {(first.weight - last.weight).abs().max():.2f}")
for name, parameter in model.layers[0].named_parameters():
    if parameter.ndim == 2:
        print(f"{name:25} std {parameter.std().item():.4f}")
# --8<-- [end:by-name]


# --8<-- [start:meta]
class Small(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.attention = nn.MultiheadAttention(8, num_heads=2)
        self.head = nn.Linear(8, 2)
        self.speeds = nn.Buffer(10.0 ** -torch.arange(4.0), persistent=False)


def unfilled(model: nn.Module) -> list[str]:
    tensors = [*model.named_parameters(), *model.named_buffers()]
    return [name for name, tensor in tensors if tensor.isnan().any()]


saved = Small().state_dict()
with torch.device("meta"):
    model = Small()
torch.use_deterministic_algorithms(True)
model.to_empty(device="cpu")
print("to_empty:          ", len(unfilled(model)), "tensors")
for module in model.modules():
    if hasattr(module, "reset_parameters"):
        module.reset_parameters()
print("reset_parameters():", unfilled(model))
model.load_state_dict(saved)
print("a checkpoint:      ", unfilled(model))
torch.use_deterministic_algorithms(False)
# --8<-- [end:meta]

# --8<-- [start:assign]
with torch.device("meta"):
    model = Small()
before = model.head.weight
print(model.load_state_dict(saved, assign=True))
print(model.head.weight.device, model.speeds.device)
print("the same parameter:", model.head.weight is before)
# --8<-- [end:assign]

# --8<-- [start:bias-floor]
torch.manual_seed(0)
x = inputs
with torch.no_grad():
    for _ in range(depth):
        x = nn.Linear(width, width).to(device)(x).relu()
print(f"size {size(x):.4f}")
difference = (x - x[0]).abs().max().item()
print(f"largest difference from the first output {difference:.6f}")
# --8<-- [end:bias-floor]

# --8<-- [start:data]
import gzip
from pathlib import Path

from torch.nn import functional as F

FOLDER = Path(__file__).resolve().parents[1] / "data/fashion-mnist-subset"


def read(name: str, header: int) -> torch.Tensor:
    content = gzip.decompress((FOLDER / f"train-{name}-ubyte.gz").read_bytes())
    return torch.frombuffer(bytearray(content), dtype=torch.uint8, offset=header)


pictures = read("images-idx3", 16).reshape(-1, 1, 28, 28) / 127.5 - 1
images = F.adaptive_avg_pool2d(pictures, 8).flatten(start_dim=1).to(device)
labels = read("labels-idx1", 8).long().to(device)
generator = torch.Generator().manual_seed(0)
epochs = [torch.randperm(1536, generator=generator).to(device) for _ in range(2)]
batches = [rows for epoch in epochs for rows in epoch.split(64)]


def train(model: nn.Module) -> list[float]:
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    losses = []
    for rows in batches:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(images[rows]), labels[rows])
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def accuracy(model: nn.Module) -> float:
    with torch.no_grad():
        right = model(images[1536:]).argmax(dim=1) == labels[1536:]
    return right.float().mean().item()


# --8<-- [end:data]

# --8<-- [start:output-bias]
rare = (labels == 7).float()
share = rare.mean()
for name, bias in (("0", torch.zeros(())), ("log odds", (share / (1 - share)).log())):
    torch.manual_seed(0)
    model = nn.Linear(64, 1)
    nn.init.normal_(model.weight, std=0.01)
    nn.init.constant_(model.bias, bias.item())
    model.to(device)
    with torch.no_grad():
        loss = F.binary_cross_entropy_with_logits(model(images).squeeze(1), rare)
    print(f"bias {name:9} first loss {loss.item():.2f}")
entropy = -(share * share.log() + (1 - share) * (1 - share).log())
print(f"log 2 {math.log(2):.2f}, knowing the share only {entropy.item():.2f}")
# --8<-- [end:output-bias]

# --8<-- [start:zeros]
for name in ("all 0", "all 0.1", "last layer 0", "default"):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 10))
    if name.startswith("all"):
        for parameter in model.parameters():
            nn.init.constant_(parameter, float(name.split()[1]))
    elif name == "last layer 0":
        nn.init.zeros_(model[2].weight)
        nn.init.zeros_(model[2].bias)
    model.to(device)
    losses = train(model)
    units = model[0].weight.detach()
    apart = (units - units[0]).abs().max().item()
    result = f"first loss {losses[0]:.2f}  accuracy {accuracy(model):.1f}"
    print(f"{name:13} {result}  units apart by {apart:.2f}")
# --8<-- [end:zeros]

# --8<-- [start:errors]
layer = nn.Linear(3, 3)


def assign() -> None:
    layer.weight = torch.randn(3, 3)


for call in (
    lambda: layer.weight.normal_(std=0.02),
    assign,
    lambda: nn.init.kaiming_normal_(layer.bias),
    lambda: nn.init.calculate_gain("gelu"),
    lambda: nn.Sequential(layer, nn.ReLU()).apply(lambda m: nn.init.zeros_(m.weight)),
):
    try:
        call()
    except (RuntimeError, TypeError, ValueError, AttributeError) as error:
        print(f"{type(error).__name__}: {error}")
# --8<-- [end:errors]

# --8<-- [start:too-small]
print(f"log 10 = {math.log(10):.2f}")
for name, gain in {"gain 0.3": 0.3, "default": None, "gain sqrt(2)": 2**0.5}.items():
    torch.manual_seed(0)
    layers: list[nn.Module] = []
    for _ in range(5):
        linear = nn.Linear(64, 64)
        if gain is not None:
            nn.init.normal_(linear.weight, std=gain / math.sqrt(64))
            nn.init.zeros_(linear.bias)
        layers += [linear, nn.ReLU()]
    model = nn.Sequential(*layers, nn.Linear(64, 10)).to(device)
    with torch.no_grad():
        spread = model(images).std(dim=0).mean().item()
    losses = train(model)
    print(f"{name:13} spread {spread:.3f}  first loss {losses[0]:.2f}", end="  ")
    print(f"last loss {sum(losses[-8:]) / 8:.1f}  accuracy {accuracy(model):.1f}")
# --8<-- [end:too-small]

# --8<-- [start:transposed]
torch.manual_seed(0)
x = torch.randn(1000, 1024)
wrong = nn.init.kaiming_normal_(torch.empty(1024, 64), nonlinearity="relu")
right = nn.init.kaiming_normal_(torch.empty(1024, 64).T, nonlinearity="relu").T
results = f"wrong {size(x @ wrong):.1f}, right {size(x @ right):.1f}"
print(f"expected {math.sqrt(2):.1f}, {results}")
# --8<-- [end:transposed]

# --8<-- [start:same-seed]
for seed in (0, 1):
    torch.manual_seed(0)
    weight = nn.init.normal_(torch.empty(256, 256), std=1 / 16)
    x = torch.randn(256, 256, generator=torch.Generator().manual_seed(seed))
    result = size(x @ weight.T)
    print(f"weights from seed 0, inputs from seed {seed}: size {result:.2f}")
# --8<-- [end:same-seed]

# --8<-- [start:figure-stack]
import matplotlib.pyplot as plt

figure, axes = plt.subplots(figsize=(6.4, 3.2))
for number, name in enumerate(gains):
    axes.plot(predicted[name], color=f"C{number}", linewidth=1)
    axes.plot(measured[name], f"C{number}.", markevery=2, label=name)
axes.set(yscale="log", xlabel="layer", ylabel="size of the activations")
axes.set_xticks(range(0, 21, 5))
axes.set_yticks([1e-8, 1e-4, 1], ["1e-8", "1e-4", "1"])
axes.minorticks_off()
axes.legend(ncols=4, loc="lower center", bbox_to_anchor=(0.5, 1))
figure.savefig("stack.svg")
# --8<-- [end:figure-stack]
