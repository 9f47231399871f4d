"""See what torch.compile captures, where it splits and when it compiles again."""

# --8<-- [start:first]
from collections.abc import Callable

import torch
from torch import nn

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")


def show(graph: torch.fx.GraphModule, inputs: list[torch.Tensor]) -> Callable:
    print("a new graph:", *(node.name for node in graph.graph.nodes))
    return graph.forward


def wave(x: torch.Tensor) -> torch.Tensor:
    shifted = x.sin() + 1
    return shifted * x


compiled = torch.compile(wave, backend=show)
x = torch.tensor([1.0, 2.0, 3.0, 4.0], device=device)
print("first call:")
print(torch.equal(compiled(x), wave(x)))
print("second call:")
print(torch.equal(compiled(2 * x), wave(2 * x)))
# --8<-- [end:first]


# --8<-- [start:breaks]
def scaled(x: torch.Tensor) -> torch.Tensor:
    y = x.sin()
    print("scaling")
    if y.sum() > 1:
        y = y / 2
    return y + x


report = torch._dynamo.explain(scaled)(x)
print(report.graph_count, "graphs,", report.graph_break_count, "breaks")
for reason in report.break_reasons:
    print(f"{reason.user_stack[-1].line:20} {reason.reason.splitlines()[0]}")
# --8<-- [end:breaks]


# --8<-- [start:splits]
class Counter:
    """A backend that counts the graphs it gets."""

    def __init__(self):
        self.graphs = 0

    def __call__(
        self, graph: torch.fx.GraphModule, inputs: list[torch.Tensor]
    ) -> Callable:
        self.graphs += 1
        return graph.forward


def with_print(x: torch.Tensor) -> torch.Tensor:
    y = x + 1
    print(end="")
    return y * 2


def with_if(x: torch.Tensor) -> torch.Tensor:
    return x * 2 if x.sum() > 1 else x


def with_item(x: torch.Tensor) -> torch.Tensor:
    return x * x.max().item()


def with_mask(x: torch.Tensor) -> torch.Tensor:
    return x[x > 2].mean() * x


def with_loop(x: torch.Tensor) -> torch.Tensor:
    for row in x:
        x = x + row
    return x


def with_numpy(x: torch.Tensor) -> torch.Tensor:
    return torch.from_numpy(x.cpu().numpy() * 2)


for function in (with_print, with_if, with_item, with_mask, with_loop, with_numpy):
    told = []
    for fullgraph in (False, True):
        torch.compiler.reset()
        counter = Counter()
        try:
            torch.compile(function, backend=counter, fullgraph=fullgraph)(x)
            told.append(f"{counter.graphs} graph{'s' * (counter.graphs > 1)}")
        except RuntimeError as error:
            told.append(type(error).__name__)
    print(f"{function.__name__:10}  by default: {told[0]:8}  fullgraph=True: {told[1]}")
# --8<-- [end:splits]

# --8<-- [start:one-graph]
try:
    torch.compile(scaled, backend="eager", fullgraph=True)(x)
except RuntimeError as error:
    lines = str(error).splitlines()
    print("\n".join(lines[:2]))
    print("line:", lines[lines.index("from user code:") + 2].strip())
# --8<-- [end:one-graph]


# --8<-- [start:repaired]
def scaled_whole(x: torch.Tensor) -> torch.Tensor:
    y = x.sin()
    y = torch.where(y.sum() > 1, y / 2, y)
    return y + x


whole = torch.compile(scaled_whole, backend="eager", fullgraph=True)
for other in (x, -x):
    print(torch.equal(whole(other), scaled(other)))
# --8<-- [end:repaired]


# --8<-- [start:recompile]
def inputs_of(size: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    return torch.ones(size, dtype=dtype, device=device)


torch.compiler.reset()
for name, call in {
    "4 elements": lambda: compiled(inputs_of(4)),
    "5 elements": lambda: compiled(inputs_of(5)),
    "6 elements": lambda: compiled(inputs_of(6)),
    "1 element": lambda: compiled(inputs_of(1)),
    "float16 instead": lambda: compiled(inputs_of(4, torch.float16)),
}.items():
    print(f"-- {name}")
    call()
# --8<-- [end:recompile]

# --8<-- [start:reason]
torch.compiler.reset()
compiled = torch.compile(wave, backend="eager")
compiled(inputs_of(4))
for other in (inputs_of(5), inputs_of(4, torch.float16), inputs_of(4).requires_grad_()):
    try:
        with torch.compiler.set_stance("fail_on_recompile"):
            compiled(other)
    except RuntimeError as error:
        print(str(error).splitlines()[-1].strip())
# --8<-- [end:reason]


# --8<-- [start:dynamic]
def graphs_for(sizes: range, mark: bool = False, dynamic: bool | None = None) -> int:
    counter = Counter()
    torch.compiler.reset()
    compiled = torch.compile(wave, backend=counter, dynamic=dynamic)
    for size in sizes:
        batch = inputs_of(size)
        if mark and size == sizes[0]:
            torch._dynamo.mark_dynamic(batch, 0)
        compiled(batch)
    return counter.graphs


print("by default:        ", graphs_for(range(2, 12)), "graphs")
print("dynamic=False:     ", graphs_for(range(2, 12), dynamic=False), "graphs")
print("dynamic=True:      ", graphs_for(range(2, 12), dynamic=True), "graph")
print("first batch marked:", graphs_for(range(2, 12), mark=True), "graph")
# --8<-- [end:dynamic]

# --8<-- [start:ways]
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)).to(device)
wrapped = torch.compile(model, backend="eager")
print("wrapped: ", *wrapped.state_dict())
print("model:   ", *model.state_dict())
print("shared:  ", wrapped.get_parameter("0.weight") is model[0].weight)
batch = torch.randn(3, 4).to(device)
calls = {"model(batch)": model, "model.forward(batch)": model.forward}
for name, call in calls.items():
    torch.compiler.reset()
    counter = Counter()
    model.compile(backend=counter)
    call(batch)
    print(f"after model.compile(), graphs of {name}: {counter.graphs}")
counter = Counter()
torch.compile(nn.Linear(4, 2).to(device), backend=counter).forward(batch)
print("graphs of the wrapper's forward(batch):", counter.graphs)
# --8<-- [end:ways]

# --8<-- [start:train]
targets = torch.tensor([0, 1, 0], device=device)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)).to(device)


def gradient_of(run: nn.Module) -> torch.Tensor:
    model.zero_grad()
    nn.functional.cross_entropy(run(batch), targets).backward()
    return torch.cat([parameter.grad.flatten() for parameter in model.parameters()])


compiled_model = torch.compile(model, backend="aot_eager")
for name, run in {"eager:   ": model, "compiled:": compiled_model}.items():
    print("gradient,", name, *(f"{number:.4f}" for number in gradient_of(run)[-4:]))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(3):
    optimizer.zero_grad()
    outputs = compiled_model(batch)
    loss = nn.functional.cross_entropy(outputs, targets)
    loss.backward()
    optimizer.step()
    print(f"step {step}: {loss.item():.4f}")
# --8<-- [end:train]


# --8<-- [start:parts]
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.linear(x).relu()


def sizes_of_graphs(each_block: bool) -> list[int]:
    torch.compiler.reset()
    sizes = []

    def note(graph: torch.fx.GraphModule, inputs: list[torch.Tensor]) -> Callable:
        sizes.append(sum(node.op.startswith("call") for node in graph.graph.nodes))
        return graph.forward

    stack = nn.Sequential(*(Block() for _ in range(6))).to(device)
    for part in stack if each_block else [stack]:
        part.compile(backend=note)
    stack(batch)
    return sizes


print("operations in the graph of the whole: ", *sizes_of_graphs(each_block=False))
print("operations in the graphs of the blocks:", *sizes_of_graphs(each_block=True))
# --8<-- [end:parts]


# --8<-- [start:counting]
class Counting(nn.Module):
    def __init__(self, in_buffer: bool):
        super().__init__()
        self.linear = nn.Linear(4, 4)
        if in_buffer:
            self.register_buffer("calls", torch.tensor(0))
        else:
            self.calls = 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls += 1
        return self.linear(x) * self.calls


for name, in_buffer in (("number:", False), ("buffer:", True)):
    torch.compiler.reset()
    counter = Counter()
    counting = torch.compile(Counting(in_buffer).to(device), backend=counter)
    for _ in range(20):
        counting(batch)
    words = "graphs" if counter.graphs > 1 else "graph"
    print(name, "20 calls,", counter.graphs, words)
torch.compiler.reset()
counting = Counting(in_buffer=False).to(device)
strict = torch.compile(counting, backend="eager", fullgraph=True)
try:
    for _ in range(20):
        strict(batch)
except Exception as error:
    print("number, with fullgraph=True:", type(error).__name__)
# --8<-- [end:counting]

# --8<-- [start:stance]
with torch.compiler.set_stance("force_eager"):
    torch.compiler.reset()
    counter = Counter()
    torch.compile(wave, backend=counter)(x)
    print(counter.graphs, "graphs")
# --8<-- [end:stance]

# --8<-- [start:machine-traceback]
import traceback

mistaken = nn.Sequential(nn.Linear(4, 8), nn.Linear(7, 2)).to(device)
compiled = torch.compile(mistaken, backend="eager")
for name, run in {"eager": mistaken, "compiled": compiled}.items():
    try:
        run(batch)
    except RuntimeError as error:
        calls = len(traceback.extract_tb(error.__traceback__))
        print(f"{name}: {calls} calls in the traceback")
# --8<-- [end:machine-traceback]
