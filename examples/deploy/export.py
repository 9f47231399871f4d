"""Export a model as a graph with torch.export: sizes, branches, saving, fixed parts."""

# --8<-- [start:model]
import torch
import torch.nn.functional as F
from torch import nn

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.hidden = nn.Linear(8, 16)
        self.out = nn.Linear(16, 3)
        self.temperature = 2.0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.out(F.relu(self.hidden(x))) / self.temperature


torch.manual_seed(0)
model = Net().eval().to(device)
inputs = torch.randn(100, 8).to(device)
# --8<-- [end:model]

# --8<-- [start:first]
batch = torch.export.Dim("batch")
program = torch.export.export(model, (inputs[:2],), dynamic_shapes=({0: batch},))
run = program.module()
for size in (1, 2, 7, 100):
    x = inputs[:size]
    difference = (run(x) - model(x)).abs().max()
    print(size, run(x).shape, f"{difference:.4f}")
# --8<-- [end:first]

# --8<-- [start:nodes]
for node in program.graph.nodes:
    shape = tuple(node.meta["val"].shape) if "val" in node.meta else ""
    print(f"{node.op:13} {node.target!s:20} {shape}")
# --8<-- [end:nodes]

# --8<-- [start:signature]
for given in program.graph_signature.input_specs:
    print(given.kind.name, given.arg.name, given.target)
print(program.range_constraints)
# --8<-- [end:signature]

# --8<-- [start:sizes]
Dim = torch.export.Dim
choices = {
    "no dynamic_shapes": None,
    'Dim("batch")': ({0: Dim("batch")},),
    'Dim("batch", min=1, max=64)': ({0: Dim("batch", min=1, max=64)},),
    "Dim.AUTO for both axes": ({0: Dim.AUTO, 1: Dim.AUTO},),
}
for name, dynamic_shapes in choices.items():
    exported = torch.export.export(model, (inputs[:2],), dynamic_shapes=dynamic_shapes)
    run = exported.module()
    print(name)
    for size in (1, 2, 100):
        try:
            print(f"    batch {size}: {tuple(run(inputs[:size]).shape)}")
        except AssertionError as error:
            print(f"    batch {size}: {error}")
# --8<-- [end:sizes]

# --8<-- [start:one]
try:
    torch.export.export(model, (inputs[:1],), dynamic_shapes=({0: Dim("batch")},))
except Exception as error:
    print(type(error).__name__)
    print(str(error).splitlines()[1].split(" If ")[0].strip(" -"))
exported = torch.export.export(model, (inputs[:1],), dynamic_shapes=({0: Dim.AUTO},))
run = exported.module()
try:
    run(inputs[:2])
except AssertionError as error:
    print(error)
# --8<-- [end:one]


# --8<-- [start:value-branch]
class Gate(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if x.sum() > 0:
            return 2 * x
        return -x


try:
    torch.export.export(Gate(), (inputs[:2],))
except Exception as error:
    print(type(error).__name__)
    print(str(error).split(" (unhinted")[0])
# --8<-- [end:value-branch]


# --8<-- [start:value-fixed]
class Where(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.where(x.sum() > 0, 2 * x, -x)


class Cond(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.cond(x.sum() > 0, lambda x: 2 * x, lambda x: -x, (x,))


positive = torch.ones(3, 8).to(device)
both = (positive, -positive)
print("Gate ", [Gate()(x)[0, 0].item() for x in both])
for fixed in (Where(), Cond()):
    exported = torch.export.export(fixed, (inputs[:2],), dynamic_shapes=({0: batch},))
    run = exported.module()
    print(f"{type(fixed).__name__:5}", [run(x)[0, 0].item() for x in both])
# --8<-- [end:value-fixed]


# --8<-- [start:alias]
class Limit(nn.Module):
    def __init__(self, copy: bool) -> None:
        super().__init__()
        self.keep = torch.clone if copy else lambda x: x

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        largest = x.abs().max()
        return torch.cond(largest > 1, lambda x: x / x.abs().max(), self.keep, (x,))


try:
    torch.export.export(Limit(copy=False), (inputs[:2],))
except Exception as error:
    print(str(error).split("\n\n")[1].splitlines()[0])
run = torch.export.export(Limit(copy=True), (inputs[:2],)).module()
print("with clone():", [run(factor * positive[:2]).max().item() for factor in (0.5, 4)])
# --8<-- [end:alias]


# --8<-- [start:size-branch]
class Small(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return 2 * x if x.shape[0] <= 4 else -x


try:
    torch.export.export(Small(), (inputs[:2],), dynamic_shapes=({0: batch},))
except Exception as error:
    for line in str(error).splitlines():
        if line.startswith(("  ", "Suggested")):
            print(line)
up_to_4 = ({0: Dim("batch", max=4)},)
run = torch.export.export(Small(), (inputs[:2],), dynamic_shapes=up_to_4).module()
try:
    run(inputs[:5])
except AssertionError as error:
    print(error)
# --8<-- [end:size-branch]


# --8<-- [start:one-row]
class Single(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return 2 * x if x.shape[0] > 1 else -x


run = torch.export.export(
    Single(), (torch.ones(2, 1),), dynamic_shapes=({0: batch},)
).module()
for rows in (3, 1):
    x = torch.ones(rows, 1)
    print(rows, Single()(x).flatten().tolist(), run(x).flatten().tolist())
# --8<-- [end:one-row]

# --8<-- [start:save]
torch.export.save(program, "net.pt2")
expected = model(inputs)
del Net, model
loaded = torch.export.load("net.pt2")
difference = (loaded.module()(inputs) - expected).abs().max()
print(f"largest difference: {difference:.4f}")
print(list(loaded.state_dict))
# --8<-- [end:save]


# --8<-- [start:frozen]
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(8, 3)
        self.temperature = 2.0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        print("forward runs")
        return self.layer(x) / self.temperature


model = Net().eval().to(device)
two = inputs[:2]
run = torch.export.export(model, (two,)).module()
before = run(two).detach()
model.temperature = 10.0
ratio = (before / run(two)).mean().item()
print(f"after a new temperature, before / now: program {ratio:.1f}")
ratio = (before / model(two)).mean().item()
print(f"after a new temperature, before / now: model {ratio:.1f}")
with torch.no_grad():
    model.layer.weight.mul_(10)
    model.layer.bias.mul_(10)
ratio = (run(two) / before).mean().item()
print(f"after new weights, now / before: program {ratio:.1f}")
# --8<-- [end:frozen]


# --8<-- [start:training]
class Normalized(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.BatchNorm1d(8)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.norm(x)


model = Normalized().to(device)
varying = ({0: batch},)
run = torch.export.export(model, (inputs[:2],), dynamic_shapes=varying).module()
model.eval()
right = torch.export.export(model, (inputs[:2],), dynamic_shapes=varying).module()
for name, exported in (("training", run), ("evaluation", right)):
    alone, among = exported(inputs[:2])[0, 0], exported(inputs)[0, 0]
    answers = f"{alone.item():.4f} {among.item():.4f}"
    print(f"exported in {name} mode: one row, in two batches: {answers}")
try:
    run.eval()
except NotImplementedError as error:
    print(error)
# --8<-- [end:training]


# --8<-- [start:dtype]
class Scaled(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x if x.is_floating_point() else x / 255


run = torch.export.export(Scaled(), (inputs[:2],), dynamic_shapes=varying).module()
white = torch.full((2, 8), 255, dtype=torch.uint8, device=device)
print("model:  ", Scaled()(white)[0, 0].item())
print("program:", run(white)[0, 0].item())
# --8<-- [end:dtype]


# --8<-- [start:device]
class Shift(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + torch.ones(8, device=x.device)


from torch.export.passes import move_to_device_pass

program = torch.export.export(Shift(), (inputs[:2],))
kwargs = [node.kwargs for node in program.graph.nodes if "device" in node.kwargs]
print([given["device"] == inputs.device for given in kwargs])
moved = move_to_device_pass(program, "meta")
print([node.kwargs["device"] for node in moved.graph.nodes if "device" in node.kwargs])
# --8<-- [end:device]

# --8<-- [start:figure]
import matplotlib.pyplot as plt

nodes = [node for node in loaded.graph.nodes if node.op != "output"]
given = loaded.graph_signature.input_specs
weights = {spec.arg.name for spec in given if spec.kind.name == "PARAMETER"}
column = [node for node in nodes if node.name not in weights]
places = {node: (0.0, -1.0 * number) for number, node in enumerate(column)}
for node in column:
    beside = [given for given in node.all_input_nodes if given.name in weights]
    for given, side in zip(beside, (-1, 1)):
        places[given] = (2.3 * side, places[node][1])

figure, axes = plt.subplots(figsize=(4.6, 3.8))
boxes = {}
for node, (left, height) in places.items():
    if node.name in weights:
        color, name = "C1", node.name.removeprefix("p_").replace("_", ".")
    elif node.op == "call_function":
        color, name = "C0", str(node.target).split(".")[1]
    else:
        color, name = "C2", node.name
    shape = node.meta["val"].shape
    sizes = ["batch" if isinstance(size, torch.SymInt) else str(size) for size in shape]
    text = f"{name}\n({', '.join(sizes)})"
    box = {"boxstyle": "round,pad=0.3", "fill": False, "ec": color, "lw": 2}
    look = {"ha": "center", "va": "center", "fontsize": 10, "bbox": box}
    boxes[node] = axes.text(left, height, text, **look).get_bbox_patch()
axes.set(xlim=(-3.3, 3.3), ylim=(-4.4, 0.4))
axes.axis("off")
figure.canvas.draw()
for node in places:
    for given in node.all_input_nodes:
        arrow = {"arrowstyle": "-|>", "color": "C3", "linewidth": 1.5}
        ends = {"patchA": boxes[given], "patchB": boxes[node]}
        axes.annotate("", places[node], places[given], arrowprops=arrow | ends)
figure.savefig("graph.svg")
# --8<-- [end:figure]
