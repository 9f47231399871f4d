"""Train a model in two processes, prove it is full-batch training, and end cleanly."""
# handbook: nproc=2

# --8<-- [start:start]
import os

import torch
import torch.distributed as dist
import torch.distributed.nn
from torch import nn
from torch.nn import functional as F
from torch.nn.parallel import DistributedDataParallel

local_rank = int(os.environ["LOCAL_RANK"])
processes_here = int(os.environ["LOCAL_WORLD_SIZE"])
if torch.accelerator.device_count() >= processes_here:
    torch.accelerator.set_device_index(local_rank)
    device = torch.device(torch.accelerator.current_accelerator().type, local_rank)
else:
    device = torch.device("cpu")
dist.init_process_group(dist.get_default_backend_for_device(device))
rank, world = dist.get_rank(), dist.get_world_size()


def gather(value: object) -> list:
    values: list = [None] * world
    dist.all_gather_object(values, value)
    return values


def say(*words: object) -> None:
    if rank == 0:
        print(*words)


say("rank and local rank of each process:", gather((rank, local_rank)))
# --8<-- [end:start]

# --8<-- [start:all-reduce]
number = torch.tensor([rank + 1.0], device=device)
before = gather(number.item())
dist.all_reduce(number, op=dist.ReduceOp.SUM)
say("before:", before, "after:", gather(number.item()))
# --8<-- [end:all-reduce]


# --8<-- [start:gradient]
def make_model() -> nn.Sequential:
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2)).to(device)


generator = torch.Generator().manual_seed(1)
inputs = torch.randn(16, 4, generator=generator).to(device)
targets = torch.randint(0, 2, (16,), generator=generator).to(device)
my_part = slice(rank * 8, rank * 8 + 8)

alone = make_model()
F.cross_entropy(alone(inputs[my_part]), targets[my_part]).backward()
together = DistributedDataParallel(make_model())
F.cross_entropy(together(inputs[my_part]), targets[my_part]).backward()
full = make_model()
F.cross_entropy(full(inputs), targets).backward()


def bias_gradient(model: nn.Sequential) -> float:
    return round(model[2].bias.grad[0].item(), 4)


def gradient(model: nn.Module) -> torch.Tensor:
    return torch.cat([p.grad.flatten() for p in model.parameters()])


say("its part, alone: ", gather(bias_gradient(alone)))
say("its part, in DDP:", gather(bias_gradient(together.module)))
say("the whole batch: ", gather(bias_gradient(full)))
for name, model in (("alone: ", alone), ("in DDP:", together)):
    off = (gradient(model) - gradient(full)).norm() / gradient(full).norm()
    say("all gradients, off by,", name, gather(round(off.item(), 2)))
# --8<-- [end:gradient]

# --8<-- [start:sampler]
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

seven = TensorDataset(torch.arange(7))
sampler = DistributedSampler(seven, shuffle=False)
say("without shuffling:", gather(list(sampler)))

sampler = DistributedSampler(seven, shuffle=True, seed=0)
say("rank 0, two epochs without set_epoch:", list(sampler), list(sampler))
orders = []
for epoch in range(2):
    sampler.set_epoch(epoch)
    orders.append(list(sampler))
say("rank 0, two epochs with set_epoch:   ", *orders)
# --8<-- [end:sampler]

# --8<-- [start:train]
from sklearn.datasets import load_wine

wine = load_wine()
order = torch.randperm(178, generator=torch.Generator().manual_seed(0))
features = torch.tensor(wine.data, dtype=torch.float32)[order]
features = (features - features[:120].mean(dim=0)) / features[:120].std(dim=0)
labels = torch.tensor(wine.target)[order]
train_set = TensorDataset(features[:120], labels[:120])
sampler = DistributedSampler(train_set, shuffle=True, seed=0)
loader = DataLoader(train_set, batch_size=10, sampler=sampler)

torch.manual_seed(0)
network = nn.Sequential(nn.Linear(13, 16), nn.ReLU(), nn.Linear(16, 3)).to(device)
model = DistributedDataParallel(network)
optimizer = torch.optim.SGD(model.parameters(), lr=0.2)
for epoch in range(2):
    sampler.set_epoch(epoch)
    model.train()
    total = torch.zeros(2, device=device)
    for inputs, targets in loader:
        inputs, targets = inputs.to(device), targets.to(device)
        optimizer.zero_grad()
        outputs = model(inputs)
        loss = F.cross_entropy(outputs, targets)
        loss.backward()
        optimizer.step()
        total[0] += loss.detach() * len(targets)
        total[1] += len(targets)
    dist.all_reduce(total)
    say(f"epoch {epoch}: loss {total[0] / total[1]:.2f} over {int(total[1])} wines")
say("batches of each process:", gather(len(loader)))
weights = gather([p.detach().cpu() for p in model.parameters()])
same = [all(map(torch.equal, weights[0], other)) for other in weights]
say("same weights in all processes:", all(same))
# --8<-- [end:train]

# --8<-- [start:metric]
test_order = labels[120:].argsort(stable=True)
test_wines, test_labels = features[120:][test_order], labels[120:][test_order]


@torch.inference_mode()
def count_correct(inside: nn.Module, part: slice) -> int:
    inside.eval()
    answers = inside(test_wines[part].to(device)).argmax(dim=1)
    return (answers == test_labels[part].to(device)).sum().item()


parts = [slice(0, 50), slice(50, 58)]
correct, count = count_correct(model.module, parts[rank]), len(test_labels[parts[rank]])
accuracies = gather(correct / count)
totals = torch.tensor([correct, count], device=device)
dist.all_reduce(totals)
say("wines of each process:", gather(count))
say(f"mean of the two accuracies:  {sum(accuracies) / world:.2f}")
say(f"sums, then one division:     {totals[0] / totals[1]:.2f}")
correct = count_correct(model.module, slice(None))
say(f"one process with all wines:  {correct / 58:.2f}")
# --8<-- [end:metric]

# --8<-- [start:save]
if rank == 0:
    torch.save(model.module.state_dict(), "weights.pt")
dist.barrier()
loaded = torch.load("weights.pt", weights_only=True, map_location=device)
say("names in the file:   ", list(loaded)[:2])
say("names in the wrapper:", list(model.state_dict())[:2])
# --8<-- [end:save]

# --8<-- [start:seeds]
seeds = {"seed 0 in each process:": 0, "seed 0 + rank:         ": 0 + rank}
for name, seed in seeds.items():
    torch.manual_seed(seed)
    draws = gather(torch.rand(3).tolist())
    say(name, "same draws" if draws[0] == draws[-1] else "other draws")
# --8<-- [end:seeds]

# --8<-- [start:uneven]
batches = [(features[:8].to(device), labels[:8].to(device))] * (3 - rank)
say("batches of each process:", gather(len(batches)))
with model.join():
    for inputs, targets in batches:
        optimizer.zero_grad()
        outputs = model(inputs)
        loss = F.cross_entropy(outputs, targets)
        loss.backward()
        optimizer.step()
weights = gather([p.detach().cpu() for p in model.parameters()])
same = [all(map(torch.equal, weights[0], other)) for other in weights]
say("same weights in all processes:", all(same))

try:
    with model.join(throw_on_early_termination=True):
        for inputs, targets in batches:
            model(inputs)
except RuntimeError as error:
    say(error)
# --8<-- [end:uneven]


# --8<-- [start:unused]
import textwrap


class TwoHeads(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.cultivar, self.other = nn.Linear(13, 3), nn.Linear(13, 2)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        return self.cultivar(inputs)


two_heads = DistributedDataParallel(TwoHeads().to(device))
try:
    for inputs, targets in batches[:2]:
        F.cross_entropy(two_heads(inputs), targets).backward()
except RuntimeError as error:
    say(textwrap.fill(str(error), width=88))
# --8<-- [end:unused]

# --8<-- [start:bypass]
for call in ("wrapper", "module"):
    wrapped = DistributedDataParallel(make_model())
    optimizer = torch.optim.SGD(wrapped.parameters(), lr=0.5)
    generator = torch.Generator().manual_seed(rank)
    for _ in range(3):
        inputs = torch.randn(8, 4, generator=generator).to(device)
        targets = torch.randint(0, 2, (8,), generator=generator).to(device)
        optimizer.zero_grad()
        outputs = wrapped(inputs) if call == "wrapper" else wrapped.module(inputs)
        loss = F.cross_entropy(outputs, targets)
        loss.backward()
        optimizer.step()
    biases = gather(wrapped.module[2].bias[0].item())
    say(f"called the {call:8}", [round(value, 3) for value in biases])
# --8<-- [end:bypass]

# --8<-- [start:end]
import gc
import weakref

group = weakref.ref(dist.group.WORLD)
dist.destroy_process_group()
say("destroyed, but the models still hold it:", group() is not None)
del together, model, two_heads, wrapped
gc.collect()
say("models deleted, and it is gone:", group() is None)
# --8<-- [end:end]

# --8<-- [start:machine-threads]
from pathlib import Path

names = [path.read_text() for path in Path("/proc/self/task").glob("*/comm")]
say("threads of gloo that are left:", sum("gloo" in name for name in names))
# --8<-- [end:machine-threads]
