"""Time code, see where a step spends time and memory, and compare versions fairly."""

# --8<-- [start:machine-first]
import torch
from torch import nn
from torch.utils.benchmark import Timer

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(256, 256), nn.GELU(), nn.Linear(256, 10)).to(device)
inputs = torch.randn(64, 256).to(device)
timer = Timer("model(inputs)", globals={"model": model, "inputs": inputs})
measurement = timer.blocked_autorange(min_run_time=0.5)
print(f"median of one call: {measurement.median * 1e6:.0f} µs")
print(f"width of the middle half: {measurement.iqr * 1e6:.0f} µs")
count, calls = len(measurement.times), measurement.number_per_run
print(f"measurements: {count} of {calls} calls each")
# --8<-- [end:machine-first]


# --8<-- [start:simulated]
class Machine:
    """Works in the background; its clock, in milliseconds, moves as it is used."""

    def __init__(self, late_from: float = float("inf")) -> None:
        self.now, self.ready, self.calls, self.late_from = 0.0, 0.0, 0, late_from

    def call(self, work: float = 10.0) -> None:
        self.now += 1
        self.calls += 1
        set_up = 50 if self.calls == 1 else 0
        slow = 2 if self.now > self.late_from else 1
        self.ready = max(self.ready, self.now) + set_up + slow * work

    def synchronize(self) -> None:
        self.now = max(self.now, self.ready)


# --8<-- [end:simulated]

# --8<-- [start:clocks]
import statistics


def once(machine: Machine, wait: bool) -> float:
    start = machine.now
    machine.call()
    if wait:
        machine.synchronize()
    return machine.now - start


print("clock stopped at once:", once(Machine(), wait=False))
print("first call, waited for:", once(Machine(), wait=True))
machine = Machine()
times = [once(machine, wait=True) for _ in range(10)]
print("mean of ten, first included:", statistics.mean(times))
print("median of ten:", statistics.median(times))
# --8<-- [end:clocks]


# --8<-- [start:drift]
def ratio_in_blocks(machine: Machine, repeats: int = 50) -> float:
    old = [once(machine, wait=True) for _ in range(repeats)]
    new = [once(machine, wait=True) for _ in range(repeats)]
    return statistics.median(new) / statistics.median(old)


def ratio_in_pairs(machine: Machine, repeats: int = 50) -> float:
    once(machine, wait=True)
    ratios = []
    for _ in range(repeats):
        old, new = once(machine, wait=True), once(machine, wait=True)
        ratios.append(new / old)
    return statistics.median(ratios)


for name, late_from in [("never", float("inf")), ("after 600 ms", 600)]:
    blocks = ratio_in_blocks(Machine(late_from))
    pairs = ratio_in_pairs(Machine(late_from))
    print(f"slower {name}: new / old in blocks {blocks:.2f}, in pairs {pairs:.2f}")
# --8<-- [end:drift]

# --8<-- [start:machine-pairs]
import time
from collections.abc import Callable


def seconds(function: Callable[[], object], calls: int = 20) -> float:
    if device.type != "cpu":
        torch.accelerator.synchronize()
    start = time.perf_counter()
    for _ in range(calls):
        function()
    if device.type != "cpu":
        torch.accelerator.synchronize()
    return (time.perf_counter() - start) / calls


def compare(
    old: Callable[[], object], new: Callable[[], object], repeats: int = 15
) -> list[float]:
    seconds(old), seconds(new)
    return [seconds(new) / seconds(old) for _ in range(repeats)]


x = torch.randn(100_000, device=device)
for name, new in {
    "the same again": lambda: x.pow(3),
    "x * x * x": lambda: x * x * x,
}.items():
    low, middle, high = statistics.quantiles(compare(lambda: x.pow(3), new), n=4)
    print(f"{name}, new / old: {middle:.2f}, middle half {low:.2f} to {high:.2f}")
# --8<-- [end:machine-pairs]

# --8<-- [start:step]
from torch.nn import functional as F
from torch.profiler import profile, record_function, schedule
from torch.utils.data import DataLoader, TensorDataset

generator = torch.Generator().manual_seed(0)
rows = torch.randn(2048, 32, generator=generator)
data = TensorDataset(rows, torch.randint(10, (2048,), generator=generator))
classifier = nn.Sequential(nn.Linear(32, 64), nn.GELU(), nn.Linear(64, 10)).to(device)
optimizer = torch.optim.SGD(classifier.parameters(), lr=0.1)


def count_in_a_loop(predicted: torch.Tensor, targets: torch.Tensor) -> int:
    return sum(int(p == t) for p, t in zip(predicted, targets))


def count_at_once(predicted: torch.Tensor, targets: torch.Tensor) -> int:
    return int((predicted == targets).sum())


def train_step(inputs: torch.Tensor, targets: torch.Tensor, count: Callable) -> int:
    inputs, targets = inputs.to(device), targets.to(device)
    optimizer.zero_grad()
    with record_function("forward"):
        outputs = classifier(inputs)
        loss = F.cross_entropy(outputs, targets)
    with record_function("backward"):
        loss.backward()
    with record_function("step"):
        optimizer.step()
    with record_function("count"):
        return count(outputs.argmax(dim=1), targets)


# --8<-- [end:step]


# --8<-- [start:profile]
def profiled(count: Callable) -> profile:
    with profile(schedule=schedule(wait=1, warmup=1, active=4, repeat=1)) as profiler:
        for inputs, targets in DataLoader(data, batch_size=256):
            train_step(inputs, targets, count)
            profiler.step()
    return profiler


names = "ProfilerStep* forward aten::linear aten::argmax aten::eq aten::item".split()
profiles = {"in a loop": profiled(count_in_a_loop), "at once": profiled(count_at_once)}
print(f"{'calls in 4 steps':18}" + "".join(f"{name:>12}" for name in profiles))
averages = [profiler.key_averages() for profiler in profiles.values()]
counts = [{row.key: row.count for row in rows} for rows in averages]
for name in names:
    print(f"{name:18}" + "".join(f"{calls[name]:12,}" for calls in counts))
# --8<-- [end:profile]

# --8<-- [start:callers]
from torch.profiler import _ExperimentalConfig

batch, answers = data[:256]
for verbose in (False, True):
    config = _ExperimentalConfig(verbose=verbose)
    with profile(with_stack=True, experimental_config=config) as profiler:
        train_step(batch, answers, count_in_a_loop)
    for row in profiler.key_averages(group_by_stack_n=3):
        if row.key == "aten::eq":
            callers = [caller.rpartition("): ")[2] for caller in row.stack]
            print(f"verbose={verbose}, {row.count} calls: {callers}")
# --8<-- [end:callers]

# --8<-- [start:machine-profile]
loader = "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__"
for version, profiler in profiles.items():
    on_cpu = [row for row in profiler.key_averages() if row.cpu_time_total]
    times = {row.key: row.cpu_time_total for row in on_cpu}
    for name in ("forward", "backward", "step", "count", loader):
        share = times[name] / times["ProfilerStep*"]
        print(f"{version}, {name.partition('#')[0]}: {share:.0%} of the steps' time")
# --8<-- [end:machine-profile]

# --8<-- [start:intensity]
from torch.utils.flop_counter import FlopCounterMode

size = 1024
square, vector = torch.ones(size, size, device=device), torch.ones(size, device=device)
other = square.clone()
operations: dict[str, tuple[Callable, tuple[torch.Tensor, ...], int]] = {
    "matrix + matrix": (torch.add, (square, other), size * size),
    "matrix @ vector": (torch.mv, (square, vector), 2 * size * size),
    "matrix @ matrix": (torch.mm, (square, other), 2 * size**3),
}
intensity = {}
print(f"{'':15}{'operations':>15}{'bytes':>13}{'per byte':>11}")
for name, (operation, operands, flops) in operations.items():
    moved = sum(tensor.nbytes for tensor in operands) + operation(*operands).nbytes
    intensity[name] = flops / moved
    print(f"{name}{flops:15,}{moved:13,}{intensity[name]:11.2f}")
with FlopCounterMode(display=False) as counter:
    model(inputs)
by_hand = 2 * 64 * 256 * (256 + 10)
print(f"{'the first model':15}{counter.get_total_flops():15,}, by hand {by_hand:,}")
# --8<-- [end:intensity]

# --8<-- [start:machine-roofline]
from functools import partial

for name, (operation, operands, flops) in operations.items():
    result = operation(*operands)
    again = partial(operation, *operands, out=result)
    best = min(seconds(again, calls=3) for _ in range(5))
    billions, gigabytes = flops / best / 1e9, flops / intensity[name] / best / 1e9
    rates = f"{billions:.1f} billion operations, {gigabytes:.1f} GB"
    print(f"{name}, each second: {rates}")
# --8<-- [end:machine-roofline]

# --8<-- [start:launch]
bandwidth, arithmetic, launch = 3e12, 60e12, 5e-6
for side in (1024, 4096):
    for name, flops, moved in [
        ("matrix + matrix", side**2, 12 * side**2),
        ("matrix @ vector", 2 * side**2, 4 * side**2 + 8 * side),
        ("matrix @ matrix", 2 * side**3, 12 * side**2),
    ]:
        work = max(moved / bandwidth, flops / arithmetic)
        limit = "launch" if work < launch else "work"
        print(f"{name}, size {side}: work {work * 1e6:7.1f} µs, limited by the {limit}")
# --8<-- [end:launch]

# --8<-- [start:machine-launch]
one = torch.ones(1, device=device)
shortest = min(seconds(partial(torch.add, one, one), calls=1000) for _ in range(5))
print(f"one number + one number: {shortest * 1e6:.1f} µs")
# --8<-- [end:machine-launch]


# --8<-- [start:machine-samples]
def samples_per_second(
    model: nn.Module,
    loss_function: Callable[[torch.Tensor, torch.Tensor], torch.Tensor],
    optimizer: torch.optim.Optimizer,
    batch: tuple[torch.Tensor, ...],
    dtype: torch.dtype = torch.float32,
    repeats: int = 9,
) -> None:
    inputs, targets = (tensor.to(device) for tensor in batch)
    short = dtype is not torch.float32
    scaler = torch.amp.GradScaler(device.type, enabled=dtype is torch.float16)

    def step() -> None:
        optimizer.zero_grad()
        with torch.autocast(device.type, dtype=dtype, enabled=short):
            loss = loss_function(model(inputs), targets)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()

    seconds(step)
    rates = [len(inputs) / seconds(step) for _ in range(repeats)]
    low, middle, high = statistics.quantiles(rates, n=4)
    ends = f"{low:,.0f} to {high:,.0f}"
    print(f"samples per second, {len(inputs)} a step, {dtype}: {middle:,.0f} ({ends})")


for rows_a_step in (16, 256, 2048):
    samples_per_second(classifier, F.cross_entropy, optimizer, data[:rows_a_step])
samples_per_second(classifier, F.cross_entropy, optimizer, data[:], torch.bfloat16)
# --8<-- [end:machine-samples]

# --8<-- [start:peak]
import weakref
from typing import Any

from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves


class PeakBytes(TorchDispatchMode):
    """Keeps the largest sum of the tensors that are created and not yet freed."""

    def __init__(self) -> None:
        super().__init__()
        self.now, self.peak = 0, 0

    def free(self, size: int) -> None:
        self.now -= size

    def __torch_dispatch__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        result = func(*args, **(kwargs or {}))
        leaves = tree_leaves((args, kwargs))
        given = [x.untyped_storage() for x in leaves if isinstance(x, torch.Tensor)]
        for leaf in tree_leaves(result):
            storage = leaf.untyped_storage() if isinstance(leaf, torch.Tensor) else None
            if storage is not None and all(storage is not other for other in given):
                weakref.finalize(storage, self.free, storage.nbytes())
                self.now += storage.nbytes()
        self.peak = max(self.peak, self.now)
        return result


# --8<-- [end:peak]


# --8<-- [start:no-grad]
def stack(layers: int, width: int) -> nn.Sequential:
    blocks = [nn.Sequential(nn.Linear(width, width), nn.GELU()) for _ in range(layers)]
    return nn.Sequential(*blocks).to(device)


def peak_bytes(model: nn.Module, inputs: torch.Tensor, recorded: bool) -> int:
    with torch.set_grad_enabled(recorded), PeakBytes() as counter:
        model(inputs)
    return counter.peak + sum(p.nbytes for p in model.parameters()) + inputs.nbytes


print("layers  rows    recorded     no_grad  ratio")
for layers, rows in [(2, 16), (2, 1024), (16, 16), (16, 1024)]:
    network, batch = stack(layers, 256), torch.zeros(rows, 256, device=device)
    recorded = peak_bytes(network, batch, recorded=True)
    plain = peak_bytes(network, batch, recorded=False)
    print(f"{layers:6}{rows:6}{recorded:12,}{plain:12,}{recorded / plain:7.1f}")
# --8<-- [end:no-grad]

# --8<-- [start:no-name]
try:
    Timer("network(batch)").timeit(10)
except NameError as error:
    print(error)
# --8<-- [end:no-name]

# --8<-- [start:not-started]
try:
    profile().key_averages()
except AssertionError as error:
    print(error)
# --8<-- [end:not-started]

# --8<-- [start:uncounted]
texts = torch.zeros(2, 16, 64, device=device)
encoder = nn.TransformerEncoderLayer(64, nhead=4, batch_first=True).to(device).eval()
attention = nn.MultiheadAttention(64, num_heads=4, batch_first=True).to(device).eval()
for layer, count in ((encoder, 1), (attention, 3)):
    for recorded in (True, False):
        counter = FlopCounterMode(display=False)
        with torch.set_grad_enabled(recorded), counter:
            layer(*[texts] * count)
        name = f"{type(layer).__name__}, gradients {recorded}"
        print(f"{name}: {counter.get_total_flops():,}")
with FlopCounterMode(display=False) as counter:
    torch.mv(square, vector)
print(f"matrix @ vector: {counter.get_total_flops():,}, by hand {2 * size**2:,}")
# --8<-- [end:uncounted]

# --8<-- [start:figure-drift]
import matplotlib.pyplot as plt

figure, rows = plt.subplots(2, 1, figsize=(6, 3.6), sharex=True, sharey=True)
for axes, order in zip(rows, ("blocks", "pairs")):
    machine = Machine(late_from=160)
    once(machine, wait=True)
    for number in range(16):
        new = number >= 8 if order == "blocks" else number % 2 == 1
        axes.bar(number, once(machine, wait=True), color="C1" if new else "C0")
    axes.set(ylabel="ms", title=f"in {order}")
rows[0].text(-0.4, 12.5, "old", color="C0")
rows[0].text(8, 22.5, "new", color="C1")
rows[0].set(ylim=(0, 29), xticks=[])
rows[1].set(xlabel="calls, one after the other")
figure.tight_layout()
figure.savefig("drift.svg")
# --8<-- [end:figure-drift]

# --8<-- [start:figure-roof]
figure, axes = plt.subplots(figsize=(6, 3.4))
work = [1 / 32, 40, 1024]
axes.plot(work, [min(20 * value, 800) for value in work], color="C2")
for name, color, side in zip(intensity, ("C1", "C3", "C0"), ("left", "left", "center")):
    reached = min(20 * intensity[name], 800)
    axes.plot(intensity[name], reached, "o", color=color)
    x, y = intensity[name] * 1.6, reached * 0.6
    axes.text(x, y, name, color=color, ha=side, va="top")
axes.text(0.3, 30, "memory\nis the limit", color="C2", ha="right")
axes.text(40, 1150, "arithmetic is the limit", color="C2", ha="left")
axes.set(xscale="log", xlabel="operations per byte")
axes.set(yscale="log", ylim=(0.5, 3000), ylabel="billions per second")
axes.minorticks_off()
figure.tight_layout()
figure.savefig("roof.svg")
# --8<-- [end:figure-roof]
