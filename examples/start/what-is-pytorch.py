"""Eager execution, graphs and compilation, and a task that needs none of them."""

# --8<-- [start:first]
import torch

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")


def halve(x: torch.Tensor) -> torch.Tensor:
    while x.norm() > 1:
        x = x / 2
        print("  halved:", x.tolist())
    return x


for size in (3.0, 10.0):
    start = torch.tensor([size, 0.0], device=device, requires_grad=True)
    print("start:", start.tolist())
    y = halve(start)
    y.sum().backward()
    print("  gradient:", start.grad)
# --8<-- [end:first]

# --8<-- [start:graph]
for size in (3.0, 10.0):
    start = torch.tensor([size, 0.0], device=device, requires_grad=True)
    x = start
    while x.norm() > 1:
        x = x / 2
    names = []
    node = x.grad_fn
    while node is not None:
        names.append(node.name())
        node = node.next_functions[0][0] if node.next_functions else None
    print(names)
# --8<-- [end:graph]


# --8<-- [start:export]
class Limit(torch.nn.Module):
    def __init__(self, largest: float) -> None:
        super().__init__()
        self.largest = largest

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x.clamp(max=self.largest) * 2


limit = Limit(3.0)
x = torch.tensor([1.0, 8.0], device=device)
program = torch.export.export(limit, (x,))
for node in program.graph.nodes:
    print(f"{node.op:14} {node.name:7} {node.args}")
# --8<-- [end:export]

# --8<-- [start:compile]
compiled = torch.compile(limit, backend="eager")
print("eager:   ", limit(x))
print("compiled:", compiled(x))
print("exported:", program.module()(x))
# --8<-- [end:compile]

# --8<-- [start:guards]
inputs = {
    "other values": torch.tensor([2.0, 5.0], device=device),
    "other length": torch.tensor([2.0, 5.0, 7.0], device=device),
    "other dtype": torch.tensor([2.0, 5.0], device=device, dtype=torch.float16),
}
for name, other in inputs.items():
    try:
        with torch.compiler.set_stance("fail_on_recompile"):
            compiled(other)
        print(f"{name}: the graph fits")
    except RuntimeError:
        print(f"{name}: needs a new graph")
# --8<-- [end:guards]

# --8<-- [start:line]
import traceback


def forward(x: torch.Tensor) -> torch.Tensor:
    hidden = (x @ torch.ones(4, 3, device=device)).relu()
    print("hidden:", hidden.shape)
    return hidden @ torch.ones(2, 1, device=device)


try:
    forward(torch.ones(5, 4, device=device))
except RuntimeError as error:
    print("raised by:", traceback.extract_tb(error.__traceback__)[-1].line)
# --8<-- [end:line]


# --8<-- [start:print]
def double(x: torch.Tensor) -> torch.Tensor:
    y = x * 2
    print("  inside:", y)
    return y + 1


try:
    torch.compile(double, backend="eager", fullgraph=True)(x)
except RuntimeError as error:
    print("one graph:", type(error).__name__)
print("split:", torch.compile(double, backend="eager")(x))
# --8<-- [end:print]


# --8<-- [start:transforms]
def loss(weight: torch.Tensor, x: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    return (weight * x - target) ** 2


weight = torch.tensor(3.0, device=device)
xs = torch.tensor([1.0, 2.0, 4.0], device=device)
targets = torch.tensor([2.0, 5.0, 12.0], device=device)
gradient = torch.func.grad(loss)
per_example = torch.func.vmap(gradient, in_dims=(None, 0, 0))
print(per_example(weight, xs, targets))
print(2 * (weight * xs - targets) * xs)
# --8<-- [end:transforms]

# --8<-- [start:without]
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

table, labels = load_breast_cancer(return_X_y=True)
print(f"{len(table)} tumours, {table.shape[1]} measurements each")
print(f"always benign: {labels.mean():.2f}")
classifier = make_pipeline(StandardScaler(), LogisticRegression())
scores = cross_val_score(classifier, table, labels, cv=5)
print(f"accuracy, mean of five fits: {scores.mean():.2f}")
# --8<-- [end:without]


# --8<-- [start:branch]
def shrink(x: torch.Tensor) -> torch.Tensor:
    if x.norm() > 1:
        return x / x.norm()
    return x


big = torch.tensor([3.0, 4.0], device=device)
small = torch.tensor([0.3, 0.4], device=device)
whole = torch.compile(shrink, backend="eager", fullgraph=True)
try:
    whole(big)
except RuntimeError as error:
    print("fullgraph:", type(error).__name__, "-", str(error).splitlines()[0])


class Shrink(torch.nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return shrink(x)


try:
    torch.export.export(Shrink(), (big,))
except RuntimeError as error:
    print("export:", type(error).__name__)

split = torch.compile(shrink, backend="eager")
print("split:", split(big), split(small))
# --8<-- [end:branch]


# --8<-- [start:repair]
def shrink_without_if(x: torch.Tensor) -> torch.Tensor:
    return x / x.norm().clamp(min=1)


whole = torch.compile(shrink_without_if, backend="eager", fullgraph=True)
print("clamp:", whole(big), whole(small))


def shrink_with_cond(x: torch.Tensor) -> torch.Tensor:
    return torch.cond(x.norm() > 1, lambda x: x / x.norm(), lambda x: x.clone(), (x,))


whole = torch.compile(shrink_with_cond, backend="eager", fullgraph=True)
print("cond: ", whole(big), whole(small))
# --8<-- [end:repair]

# --8<-- [start:frozen]
limit.largest = 5.0
print("eager:   ", limit(x))
print("compiled:", compiled(x))
print("exported:", program.module()(x))
# --8<-- [end:frozen]
