"""Read TorchScript: what script and trace make of a model, and the way out."""
# handbook: warns=FutureWarning

# --8<-- [start:old]
import torch
from torch import nn

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")


class Gate(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(4, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.layer(x)
        if x.sum() > 0:
            return 2 * x
        return -x


torch.manual_seed(0)
torch.jit.script(Gate()).save("gate.pt")
# --8<-- [end:old]

# --8<-- [start:look]
import zipfile

del Gate
torch.save(nn.Linear(4, 2).state_dict(), "weights.pt")
for name in ("gate.pt", "weights.pt"):
    inside = zipfile.ZipFile(name).namelist()
    print(name, *sorted({entry.split("/")[1] for entry in inside}))
# --8<-- [end:look]

# --8<-- [start:load]
old = torch.jit.load("gate.pt", map_location=device).eval()
print(old.code)
print({name: tuple(tensor.shape) for name, tensor in old.state_dict().items()})
# --8<-- [end:load]


# --8<-- [start:trace]
import warnings

warnings.simplefilter("ignore", FutureWarning)


class Branch(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if x.sum() > 0:
            return 2 * x
        return -x


positive = torch.ones(2).to(device)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always", torch.jit.TracerWarning)
    traced = torch.jit.trace(Branch(), positive)
print(caught[0].category.__name__, str(caught[0].message).split(". ")[0])
print(traced.code)
for x in (positive, -positive):
    print("model", Branch()(x).tolist(), "trace", traced(x).tolist())
# --8<-- [end:trace]

# --8<-- [start:mode]
many = torch.ones(10_000).to(device)
traced = torch.jit.trace(nn.Dropout(), many, check_trace=False)
scripted = torch.jit.script(nn.Dropout())
for name, model in (("trace", traced), ("script", scripted)):
    dropped = (model.eval()(many) == 0).float().mean()
    print(f"{name}, dropped after eval(): {dropped:.1f}")
# --8<-- [end:mode]


# --8<-- [start:silent]
class Decay(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        total = torch.zeros_like(x[0])
        for row in range(x.shape[0]):
            total = total / 2 + x[row]
        return total


with warnings.catch_warnings():
    warnings.simplefilter("error", torch.jit.TracerWarning)
    traced = torch.jit.trace(Decay(), torch.ones(2, 1).to(device))
for rows in (2, 5):
    x = torch.ones(rows, 1).to(device)
    print(f"{rows} rows: model {Decay()(x).item():.4f}, trace {traced(x).item():.4f}")
kinds = [node.kind() for node in traced.graph.nodes()]
print("additions in the trace:", kinds.count("aten::add"))
# --8<-- [end:silent]


# --8<-- [start:script]
class Checked(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        try:
            return 2 * x
        except RuntimeError:
            return x


try:
    torch.jit.script(Checked())
except Exception as error:
    print(type(error).__name__)
    print("\n".join(line for line in str(error).splitlines() if "File" not in line))
# --8<-- [end:script]


# --8<-- [start:compare]
from collections.abc import Callable


class Shapes(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + torch.ones(x.shape[0], 3, device=x.device)


class Length(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x.sum(0) / len(x)


class Item(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x - x.max().item()


class Total(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(3, 3), nn.Linear(3, 3)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return sum(layer(x) for layer in self.layers)


def export(model: nn.Module, example: torch.Tensor) -> nn.Module:
    rows = ({0: torch.export.Dim("rows")},)
    return torch.export.export(model, (example,), dynamic_shapes=rows).module()


def verdict(model: nn.Module, convert: Callable) -> str:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", torch.jit.TracerWarning)
        try:
            converted = convert(model, torch.ones(2, 3).to(device))
        except Exception:
            return "refused"
    x = -2 * torch.ones(5, 3).to(device)
    if torch.allclose(converted(x), model(x)):
        return "right"
    return "WRONG, warned" if caught else "WRONG, silent"


ways = {
    "trace": torch.jit.trace,
    "script": lambda model, example: torch.jit.script(model),
    "export": export,
}
print(f"{'forward has':23}" + "".join(f"{way:15}" for way in ways))
models = {
    "a new tensor's shape": Shapes(),
    "a generator": Total().to(device),
    "try and except": Checked(),
    "item()": Item(),
    "len(x)": Length(),
    "a loop over rows": Decay(),
    "if on a value": Branch(),
}
for name, model in models.items():
    verdicts = [verdict(model, convert) for convert in ways.values()]
    print(f"{name:23}" + "".join(f"{answer:15}" for answer in verdicts))
# --8<-- [end:compare]


# --8<-- [start:migrate]
class NewGate(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(4, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.layer(x)
        return torch.where(x.sum() > 0, 2 * x, -x)


new = NewGate().to(device).eval()
new.load_state_dict(old.state_dict())
samples = [torch.randn(1 + number % 5, 4).to(device) for number in range(50)]
signs = [(old.layer(x).sum() > 0).item() for x in samples]
print("samples in each branch:", sum(signs), len(signs) - sum(signs))
agree = [torch.allclose(new(x), old(x)) for x in samples]
print("new model agrees on", sum(agree))
rows = ({0: torch.export.Dim("rows")},)
program = torch.export.export(new, (samples[1],), dynamic_shapes=rows)
torch.export.save(program, "gate.pt2")
program = torch.export.load("gate.pt2").module()
agree = [torch.allclose(program(x), old(x)) for x in samples]
print("program agrees on", sum(agree))
# --8<-- [end:migrate]

# --8<-- [start:wrong-load]
try:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        torch.load("gate.pt")
except RuntimeError as error:
    print(str(error).split(". ")[0])
try:
    torch.jit.load("weights.pt")
except RuntimeError as error:
    print(str(error).split(". ")[0])
try:
    torch.export.export(old, (samples[0],))
except ValueError as error:
    print(str(error).split(". ")[0])
# --8<-- [end:wrong-load]

# --8<-- [start:figure]
import matplotlib.pyplot as plt

inputs = (torch.arange(-12, 13) / 4).to(device)
figure, panels = plt.subplots(1, 2, figsize=(6.6, 2.8), sharey=True)
for axes, example in zip(panels, (1.0, -1.0)):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", torch.jit.TracerWarning)
        traced = torch.jit.trace(Branch(), torch.tensor([example]).to(device))
    for name, model, style in (("model", Branch(), "-"), ("trace", traced, "--")):
        outputs = [model(x.unsqueeze(0)).item() for x in inputs]
        axes.plot(inputs.cpu(), outputs, style, label=name)
    axes.plot(example, Branch()(torch.tensor([example])).item(), "o", label="example")
    axes.set(title=f"traced at {example:g}", xlabel="x")
    axes.legend()
figure.savefig("frozen.svg")
# --8<-- [end:figure]
