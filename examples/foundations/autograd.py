"""Let autograd compute gradients, see the graph it walks, and verify what comes out."""

# --8<-- [start:first]
import torch

x = torch.tensor(2.0, requires_grad=True)
y = (3 * x + 1) ** 2
y.backward()
print(y)
print(x.grad)
# --8<-- [end:first]

# --8<-- [start:graph]
a = torch.tensor(2.0, requires_grad=True)
b = torch.tensor(3.0, requires_grad=True)
y = a * b + b**2


def show(node: torch.autograd.graph.Node, depth: int = 0) -> None:
    print("    " * depth + type(node).__name__)
    for child, _ in node.next_functions:
        if child is not None:
            show(child, depth + 1)


show(y.grad_fn)
# --8<-- [end:graph]

# --8<-- [start:paths]
y.backward()
print(a.grad, b.grad)
# --8<-- [end:paths]

# --8<-- [start:vector]
accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
x = torch.arange(4.0, device=device, requires_grad=True)
y = 2 * torch.dot(x, x)
y.backward()
print(y)
print(x.grad)
print(4 * x.detach())
# --8<-- [end:vector]


# --8<-- [start:control-flow]
def grow(x: torch.Tensor) -> torch.Tensor:
    while x < 100:
        x = 2 * x
    return x


for start in (3.0, 30.0):
    x = torch.tensor(start, requires_grad=True)
    y = grow(x)
    y.backward()
    print(y.item(), x.grad, y.item() / start)
# --8<-- [end:control-flow]

# --8<-- [start:kink]
x = torch.tensor([-1.0, 0.0, 1.0], requires_grad=True)
torch.relu(x).sum().backward()
print(x.grad)
# --8<-- [end:kink]

# --8<-- [start:leaf]
data = torch.tensor([1.0, 2.0])
weight = torch.tensor([3.0, 4.0], requires_grad=True)
unused = torch.tensor([5.0], requires_grad=True)
product = weight * data
kept = product**2
kept.retain_grad()
tensors = dict(data=data, weight=weight, unused=unused, product=product, kept=kept)
for name, tensor in tensors.items():
    made_by = type(tensor.grad_fn).__name__ if tensor.grad_fn else None
    print(f"{name:8} {tensor.requires_grad!s:6} {tensor.is_leaf!s:6} {made_by}")
# --8<-- [end:leaf]

# --8<-- [start:after-backward]
kept.sum().backward()
for name in ("data", "weight", "unused", "kept"):
    print(f"{name:8}", tensors[name].grad)
# --8<-- [end:after-backward]

# --8<-- [start:sum]
x = torch.tensor([1.0, 2.0, 3.0], device=device, requires_grad=True)
y = x**2 + 3 * x
y.sum().backward()
print(x.grad)
print(2 * x.detach() + 3)
# --8<-- [end:sum]


# --8<-- [start:vjp]
def mix(x: torch.Tensor) -> torch.Tensor:
    return torch.stack([x[0] * x[1], x[1] ** 2])


x = torch.tensor([2.0, 3.0], requires_grad=True)
v = torch.tensor([1.0, 10.0])
mix(x).backward(gradient=v)
print(x.grad)

jacobian = torch.func.jacrev(mix)(x.detach())
print(jacobian)
print(v @ jacobian)
# --8<-- [end:vjp]

# --8<-- [start:accumulate]
x = torch.tensor(3.0, requires_grad=True)
for _ in range(3):
    y = x**2
    y.backward()
    print(x.grad)
x.grad = None
y = x**2
y.backward()
print(x.grad)
# --8<-- [end:accumulate]

# --8<-- [start:stop]
x = torch.tensor(3.0, requires_grad=True)
with torch.no_grad():
    print((x**2).requires_grad)

square = x**2
y = square.detach() * x
y.backward()
print(x.grad)
# --8<-- [end:stop]

# --8<-- [start:grad]
x = torch.tensor(3.0, requires_grad=True)
y = x**2 + 2 * x + 1
(slope,) = torch.autograd.grad(y, x, create_graph=True)
(curvature,) = torch.autograd.grad(slope, x)
print(f"y = {y:.2f}, slope = {slope:.2f}, curvature = {curvature:.2f}")
print(x.grad)
# --8<-- [end:grad]


# --8<-- [start:difference]
def f(x: torch.Tensor) -> torch.Tensor:
    return (3 * x + 1) ** 2


x = torch.tensor(2.0, dtype=torch.float64, device="cpu")
step = 1e-6
slope = (f(x + step) - f(x - step)) / (2 * step)
print(f"{slope:.4f}")
# --8<-- [end:difference]

# --8<-- [start:gradcheck]
points = torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64, device="cpu")
points.requires_grad_()
print(torch.autograd.gradcheck(f, points))


def square_with_a_cut(x: torch.Tensor) -> torch.Tensor:
    return x.detach() * x


try:
    torch.autograd.gradcheck(square_with_a_cut, points)
except RuntimeError as error:
    print(str(error).strip())
# --8<-- [end:gradcheck]

# --8<-- [start:not-scalar]
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = x**2
try:
    y.backward()
except RuntimeError as error:
    print(error)
# --8<-- [end:not-scalar]

# --8<-- [start:second-time]
y = (x**2).sum()
y.backward()
try:
    y.backward()
except RuntimeError as error:
    print(str(error).split(". ")[0])
# --8<-- [end:second-time]

# --8<-- [start:no-graph]
target = torch.tensor([1.0, 2.0])
prediction = torch.tensor([1.5, 1.5])
loss = ((prediction - target) ** 2).mean()
try:
    loss.backward()
except RuntimeError as error:
    print(error)
# --8<-- [end:no-graph]

# --8<-- [start:integers]
try:
    torch.tensor([1, 2, 3], requires_grad=True)
except RuntimeError as error:
    print(error)
print(torch.tensor([1.0, 2.0, 3.0], requires_grad=True))
# --8<-- [end:integers]

# --8<-- [start:non-leaf]
import warnings

weight = torch.tensor([1.0, -2.0], requires_grad=True) * 0.1
(weight**2).sum().backward()
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(weight.grad)
print(caught[0].category.__name__)
print(str(caught[0].message).split(". ")[0])

weight = (torch.tensor([1.0, -2.0]) * 0.1).requires_grad_()
(weight**2).sum().backward()
print(weight.grad)
# --8<-- [end:non-leaf]

# --8<-- [start:item]
x = torch.tensor([1.0, 1.0, 2.0], requires_grad=True)
wrong = x[0] / x.sum().item()
right = x[0] / x.sum()
print(wrong.item(), torch.autograd.grad(wrong, x)[0])
print(right.item(), torch.autograd.grad(right, x)[0])
# --8<-- [end:item]

# --8<-- [start:figure-graph]
import matplotlib.pyplot as plt

a = torch.tensor(2.0, requires_grad=True)
b = torch.tensor(3.0, requires_grad=True)
y = a * b + b**2
depths, passed = {}, {}


def walk(node: torch.autograd.graph.Node, depth: int = 0) -> None:
    if node not in depths:
        node.register_hook(lambda inputs, outputs: passed.update({node: inputs}))
    depths[node] = max(depth, depths.get(node, 0))
    for child, _ in node.next_functions:
        if child is not None:
            walk(child, depth + 1)


walk(y.grad_fn)
y.backward()
layers = [[] for _ in range(max(depths.values()) + 1)]
for node, depth in depths.items():
    layers[depth].append(node)
places = {
    node: (2.8 * depth, (len(layer) - 1) / 2 - row)
    for depth, layer in enumerate(layers)
    for row, node in enumerate(layer)
}

figure, axes = plt.subplots(figsize=(7.2, 2.6))
for node, (left, height) in places.items():
    leaf = getattr(node, "variable", None)
    name = type(node).__name__
    if leaf is not None:
        name += f"\n{'a' if leaf is a else 'b'}.grad = {leaf.grad:g}"
    color = "C0" if leaf is None else "C1"
    box = {"boxstyle": "round,pad=0.5", "fill": False, "ec": color, "lw": 2}
    axes.text(left, height, name, ha="center", va="center", bbox=box)
    for (child, _), gradient in zip(node.next_functions, passed[node]):
        right, low = places[child]
        arrow = {"arrowstyle": "-|>", "color": "C2", "linewidth": 1.5}
        axes.annotate("", (right - 0.95, low), (left + 0.95, height), arrowprops=arrow)
        x, y = (left + right) / 2, (height + low) / 2 + 0.08
        axes.text(x, y, f"{gradient:g}", color="C2", ha="center", va="bottom")
axes.set(xlim=(-0.9, 6.5), ylim=(-0.9, 0.9))
axes.axis("off")
figure.savefig("graph.svg")
# --8<-- [end:figure-graph]

# --8<-- [start:figure-slopes]
functions = {"x³ - 3x": lambda x: x**3 - 3 * x, "|x|": torch.abs}
figure, panels = plt.subplots(1, 2, figsize=(6.2, 2.8))
for axes, (title, function) in zip(panels, functions.items()):
    x = (torch.arange(-20, 21) / 10).requires_grad_()
    y = function(x)
    y.sum().backward()
    axes.plot(x.detach(), y.detach(), label="f")
    axes.plot(x.detach(), x.grad, ".", label="f'")
    axes.set(title=title, xlabel="x")
    axes.legend()
figure.savefig("slopes.svg")
# --8<-- [end:figure-slopes]
