"""Build modules: what they register, how to take apart, move, freeze and switch one."""

# --8<-- [start:first]
import torch
from torch import nn


class MLP(nn.Module):
    def __init__(self, inputs: int, hidden: int, outputs: int) -> None:
        super().__init__()
        self.first = nn.Linear(inputs, hidden)
        self.relu = nn.ReLU()
        self.second = nn.Linear(hidden, outputs)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.second(self.relu(self.first(x)))


torch.manual_seed(0)
accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
model = MLP(4, 8, 3).to(device)
x = torch.rand(2, 4).to(device)
y = model(x)
print(model)
print(y.shape, y.requires_grad)
# --8<-- [end:first]

# --8<-- [start:shapes]
images = torch.rand(32, 1, 8, 8).to(device)
classifier = MLP(inputs=8 * 8, hidden=16, outputs=10).to(device)
print("images", tuple(images.shape))
rows = images.flatten(start_dim=1)
print("rows  ", tuple(rows.shape))
hidden = classifier.first(rows)
print("first ", tuple(hidden.shape))
hidden = classifier.relu(hidden)
print("relu  ", tuple(hidden.shape))
scores = classifier.second(hidden)
print("second", tuple(scores.shape))
print("equal to classifier(rows):", torch.equal(scores, classifier(rows)))
# --8<-- [end:shapes]

# --8<-- [start:by-hand]
w1, b1, w2, b2 = model.parameters()
by_hand = (x @ w1.T + b1).clamp(min=0) @ w2.T + b2
print(f"largest difference {(y - by_hand).abs().max():.4f}")
# --8<-- [end:by-hand]

# --8<-- [start:parameters]
for name, parameter in model.named_parameters():
    print(f"{name:14} {tuple(parameter.shape)!s:8} {parameter.numel():4}")
print("by code:   ", sum(parameter.numel() for parameter in model.parameters()))
print("by formula:", (4 * 8 + 8) + (8 * 3 + 3))
# --8<-- [end:parameters]


# --8<-- [start:registered]
class Line(nn.Module):
    def __init__(self, offset: torch.Tensor) -> None:
        super().__init__()
        self.slope = nn.Parameter(torch.zeros(1))
        self.offset = offset

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.slope * x + self.offset


points = torch.linspace(-1, 1, 9)
targets = 3 * points + 2
for offset in (torch.zeros(1, requires_grad=True), nn.Parameter(torch.zeros(1))):
    line = Line(offset)
    optimizer = torch.optim.SGD(line.parameters(), lr=0.5)
    for _ in range(40):
        optimizer.zero_grad()
        prediction = line(points)
        loss = ((prediction - targets) ** 2).mean()
        loss.backward()
        optimizer.step()
    print([name for name, _ in line.named_parameters()])
    slope, offset = line.slope.item(), line.offset.item()
    print(f"slope {slope:.2f}, offset {offset:.2f}, loss {loss.item():.1f}")
# --8<-- [end:registered]


# --8<-- [start:gate]
class Gate(nn.Module):
    def __init__(self, inputs: int, outputs: int, scale: float) -> None:
        super().__init__()
        self.weight = nn.Parameter(scale * torch.randn(outputs, inputs))
        self.gate_weight = nn.Parameter(scale * torch.randn(outputs, inputs))
        self.bias = nn.Parameter(torch.zeros(outputs))

    def gate(self, x: torch.Tensor) -> torch.Tensor:
        return torch.sigmoid(x @ self.gate_weight.T)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.gate(x) * (x @ self.weight.T + self.bias)


inputs = torch.randn(256, 128)
with torch.no_grad():
    for scale in (1.0, 128**-0.5):
        layer = Gate(128, 64, scale)
        gates = layer.gate(inputs)
        stuck = ((gates < 0.01) | (gates > 0.99)).float().mean()
        shares = f"gates within 0.01 of 0 or 1: {stuck:.2f}"
        print(f"scale {scale:.2f}: output std {layer(inputs).std():.2f}, {shares}")
# --8<-- [end:gate]


# --8<-- [start:containers]
class Residual(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        layers = nn.Linear(width, width), nn.ReLU(), nn.Linear(width, width)
        self.body = nn.Sequential(*layers)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.body(x)


class Net(nn.Module):
    def __init__(self, inputs: int, width: int, depth: int, outputs: int) -> None:
        super().__init__()
        self.embed = nn.Linear(inputs, width)
        self.blocks = nn.ModuleList(Residual(width) for _ in range(depth))
        self.norm = nn.BatchNorm1d(width)
        self.head = nn.Linear(width, outputs)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.embed(x)
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


torch.manual_seed(0)
net = Net(16, 32, 2, 3).to(device)
batch = torch.rand(8, 16).to(device)
print(net(batch).shape)
print([name for name, _ in net.named_children()])
print(net.blocks[1].body[0])
# --8<-- [end:containers]


# --8<-- [start:tree]
def count(module: nn.Module) -> int:
    return sum(parameter.numel() for parameter in module.parameters())


for name, module in net.named_modules():
    if count(module):
        print(f"{name or 'the whole':15} {type(module).__name__:11} {count(module):5}")
# --8<-- [end:tree]


# --8<-- [start:plain-tensor]
class Center(nn.Module):
    def __init__(self, mean: torch.Tensor) -> None:
        super().__init__()
        self.mean = mean
        self.scale = nn.Parameter(torch.ones_like(mean))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.scale * (x - self.mean)


center = Center(torch.tensor([1.0, 2.0])).to("meta")
print(center.scale.device, center.mean.device)
try:
    center(torch.ones(1, 2, device="meta"))
except RuntimeError as error:
    print(error)
print(list(center.state_dict()))
# --8<-- [end:plain-tensor]


# --8<-- [start:buffer]
class CenterWithBuffer(nn.Module):
    mean: torch.Tensor

    def __init__(self, mean: torch.Tensor) -> None:
        super().__init__()
        self.register_buffer("mean", mean)
        self.scale = nn.Parameter(torch.ones_like(mean))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.scale * (x - self.mean)


center = CenterWithBuffer(torch.tensor([1.0, 2.0])).to("meta")
print(center.scale.device, center.mean.device)
print(center(torch.ones(1, 2, device="meta")).device)
print(list(center.state_dict()))
parameters, buffers = dict(center.named_parameters()), dict(center.named_buffers())
print([*parameters], [*buffers])
# --8<-- [end:buffer]

# --8<-- [start:state-dict]
for name, value in net.norm.state_dict().items():
    print(f"{name:20} {tuple(value.shape)!s:6} {value.dtype}")

twin = Net(16, 32, 2, 3).to(device)
print(twin.load_state_dict(net.state_dict()))
difference = twin.eval()(batch) - net.eval()(batch)
print(f"largest difference {difference.abs().max():.4f}")
# --8<-- [end:state-dict]

# --8<-- [start:move]
model = MLP(4, 8, 3)
print(model.to(torch.bfloat16) is model, model.first.weight.dtype)

values = torch.ones(3)
print(values.to(torch.bfloat16) is values, values.dtype)
# --8<-- [end:move]

# --8<-- [start:freeze]
torch.manual_seed(0)
model = MLP(128, 256, 10).to(device)
model.first.requires_grad_(False)
total = sum(p.numel() for p in model.parameters())
trainable = sum(p.numel() for p in model.parameters() if p.requires_grad)
print(f"total {total:,}, trainable {trainable:,}")

before = {name: p.detach().clone() for name, p in model.named_parameters()}
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
optimizer.zero_grad()
loss = model(torch.rand(8, 128).to(device)).square().mean()
loss.backward()
optimizer.step()
for name, parameter in model.named_parameters():
    grad = "none" if parameter.grad is None else tuple(parameter.grad.shape)
    moved = (parameter - before[name]).abs().max().item()
    print(f"{name:14} gradient {grad!s:9} moved by {moved:.4f}")
# --8<-- [end:freeze]

# --8<-- [start:replace]
net.requires_grad_(False)
net.head = nn.Linear(32, 5).to(device)
print([name for name, parameter in net.named_parameters() if parameter.requires_grad])
print(net(batch).shape)
# --8<-- [end:replace]

# --8<-- [start:frozen-norm]
net.norm.requires_grad_(False)
for training in (True, False):
    net.train()
    net.norm.train(training)
    mean = net.norm.running_mean.clone()
    with torch.no_grad():
        net(batch)
    moved = (net.norm.running_mean - mean).abs().max().item()
    print(f"norm.train({training!s:5}) mean moved by {moved:.4f}")
# --8<-- [end:frozen-norm]

# --8<-- [start:modes]
net.eval()
print({module.training for module in net.modules()})
net.train()
print({module.training for module in net.modules()})

net.eval()
print(net(batch).requires_grad)
# --8<-- [end:modes]


# --8<-- [start:hooks]
def tell(
    module: nn.Module, args: tuple[torch.Tensor, ...], output: torch.Tensor
) -> None:
    print(type(module).__name__, tuple(args[0].shape), "to", tuple(output.shape))


model = MLP(4, 8, 3).to(device)
handles = [module.register_forward_hook(tell) for module in model.modules()]
print("model(x)")
model(x)
print("model.forward(x)")
model.forward(x)
for handle in handles:
    handle.remove()
# --8<-- [end:hooks]


# --8<-- [start:no-super]
class NoSuper(nn.Module):
    def __init__(self) -> None:
        self.layer = nn.Linear(2, 1)


try:
    NoSuper()
except AttributeError as error:
    print(error)
# --8<-- [end:no-super]


# --8<-- [start:no-forward]
class Misspelt(nn.Module):
    def foward(self, x: torch.Tensor) -> torch.Tensor:
        return x


try:
    Misspelt()(x)
except NotImplementedError as error:
    print(error)
# --8<-- [end:no-forward]


# --8<-- [start:list]
class Listed(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = [nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3)]

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            x = layer(x)
        return x


print(Listed()(torch.rand(2, 4)).shape)
try:
    torch.optim.SGD(Listed().parameters(), lr=0.1)
except ValueError as error:
    print(error)
# --8<-- [end:list]


# --8<-- [start:list-silent]
class HalfListed(nn.Module):
    def __init__(self, container: type) -> None:
        super().__init__()
        self.layers = container([nn.Linear(4, 64), nn.ReLU()])
        self.head = nn.Linear(64, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            x = layer(x)
        return self.head(x)


for container in (list, nn.ModuleList):
    half = HalfListed(container)
    name, saved = container.__name__, len(half.state_dict())
    print(f"{name:10} parameters: {count(half):3}, in the state_dict: {saved}")
# --8<-- [end:list-silent]


# --8<-- [start:moved-parameter]
class Moved(nn.Module):
    def __init__(self, where: str) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(2)).to(where)


for where in ("cpu", "meta"):
    moved = Moved(where)
    kind, learned = type(moved.weight).__name__, len(list(moved.parameters()))
    saved = len(moved.state_dict())
    print(f"{where:4} {kind:9} parameters: {learned}, in the state_dict: {saved}")
# --8<-- [end:moved-parameter]

# --8<-- [start:functional-dropout]
ones = torch.ones(100_000, device=device)
layer = nn.Dropout(p=0.5).eval()
for name, result in {
    "F.dropout": nn.functional.dropout(ones, p=0.5),
    "F.dropout, flag": nn.functional.dropout(ones, p=0.5, training=layer.training),
    "nn.Dropout": layer(ones),
}.items():
    share = (result == 0).float().mean().item()
    print(f"{name:15} share of zeros in eval(): {share:.1f}")
# --8<-- [end:functional-dropout]

# --8<-- [start:figure-tree]
import matplotlib.pyplot as plt

net = Net(16, 32, 2, 3)
rows = [(name, module) for name, module in net.named_modules() if count(module)]
figure, axes = plt.subplots(figsize=(6, 3.4))
for row, (name, module) in enumerate(rows):
    depth = len(name.split(".")) if name else 0
    leaf = not list(module.children())
    label = f"{name.split('.')[-1] or 'net'}: {type(module).__name__}"
    axes.text(0.25 * depth - 2.6, row, label, va="center")
    axes.barh(row, count(module) / count(net), color="C0" if leaf else "C1", height=0.6)
    axes.text(count(module) / count(net) + 0.03, row, f"{count(module):,}", va="center")
axes.set(xlim=(-2.65, 1.4), ylim=(len(rows) - 0.5, -0.5))
axes.axis("off")
figure.savefig("tree.svg")
# --8<-- [end:figure-tree]
