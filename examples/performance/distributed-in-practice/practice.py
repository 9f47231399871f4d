"""Count what DDP sends; prepare, resume, compile and stop in two processes."""
# handbook: nproc=2

# --8<-- [start:start]
import os

import torch
import torch.distributed as dist
import torch.distributed.nn
from torch import nn
from torch.nn import functional as F
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world = dist.get_rank(), dist.get_world_size()


def gather(value: object) -> list:
    values: list = [None] * world
    dist.all_gather_object(values, value)
    return values


def say(*words: object) -> None:
    if rank == 0:
        print(*words)


def make_model() -> nn.Sequential:
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(784, 512), nn.ReLU(), nn.Linear(512, 10))


generator = torch.Generator().manual_seed(rank)
inputs = torch.randn(8, 784, generator=generator)
targets = torch.randint(0, 10, (8,), generator=generator)


def backward(model: DistributedDataParallel) -> None:
    F.cross_entropy(model(inputs), targets).backward()


# --8<-- [end:start]


# --8<-- [start:sends]
from torch.distributed.algorithms.ddp_comm_hooks import default_hooks
from torch.futures import Future

sent: list[torch.Tensor] = []


def keep(kept: list, bucket: dist.GradBucket) -> Future[torch.Tensor]:
    kept.append(bucket.buffer())
    return default_hooks.allreduce_hook(dist.group.WORLD, bucket)


model = DistributedDataParallel(make_model())
model.register_comm_hook(sent, keep)
backward(model)
say("bytes of the gradients:   ", sum(p.grad.nbytes for p in model.parameters()))
say("bytes given to all-reduce:", sum(bucket.nbytes for bucket in sent))
# --8<-- [end:sends]

# --8<-- [start:fewer]
exact = [p.grad.clone() for p in model.parameters()]
sent.clear()
with model.no_sync():
    for _ in range(3):
        backward(model)
say("buckets after three parts of a step:", len(sent))
backward(model)
say("buckets after the fourth:           ", len(sent))

short = DistributedDataParallel(make_model())
short.register_comm_hook(None, default_hooks.bf16_compress_hook)
backward(short)
pairs = zip(short.parameters(), exact, strict=True)
off = max(((p.grad - grad).norm() / grad.norm()).item() for p, grad in pairs)
say(f"sent as bfloat16, off by at most {off:.1%}")
# --8<-- [end:fewer]


# --8<-- [start:buckets]
def storages(tensors: list[torch.Tensor]) -> dict[int, int]:
    held = [tensor.untyped_storage() for tensor in tensors]
    return {storage.data_ptr(): storage.nbytes() for storage in held}


for view in (False, True):
    sent.clear()
    model = DistributedDataParallel(make_model(), gradient_as_bucket_view=view)
    model.register_comm_hook(sent, keep)
    backward(model)
    grads, buckets = storages([p.grad for p in model.parameters()]), storages(sent)
    say(f"gradient_as_bucket_view={view}:")
    say("    bytes of gradients and buckets:", sum((grads | buckets).values()))
    say("    each gradient lies in a bucket:", grads.keys() <= buckets.keys())
# --8<-- [end:buckets]

# --8<-- [start:prepare]
from pathlib import Path


def prepare(path: Path) -> None:
    part = path.with_suffix(".part")
    part.write_text("\n".join(str(number) for number in range(1000)))
    part.replace(path)


path = Path("numbers.txt")
if int(os.environ["LOCAL_RANK"]) == 0 and not path.exists():
    prepare(path)
dist.barrier()
say("lines that each process reads:", gather(len(path.read_text().split())))
# --8<-- [end:prepare]

# --8<-- [start:save]
from collections.abc import Iterable
from itertools import islice

from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

generator = torch.Generator().manual_seed(2)
rows = torch.randn(40, 4, generator=generator)
train_set = TensorDataset(rows, (rows.sum(dim=1) > 0).long())
sampler = DistributedSampler(train_set, shuffle=True, seed=0)


def batches(epoch: int, done: int) -> DataLoader:
    sampler.set_epoch(epoch)
    rest = list(sampler)[done * 5 :]
    own = torch.Generator().manual_seed(epoch)
    return DataLoader(train_set, batch_size=5, sampler=rest, generator=own)


def build() -> tuple[DistributedDataParallel, torch.optim.Optimizer]:
    torch.manual_seed(0)
    network = nn.Sequential(nn.Linear(4, 16), nn.Dropout(0.5), nn.Linear(16, 2))
    model = DistributedDataParallel(network)
    return model, torch.optim.AdamW(model.parameters(), lr=0.01)


def train(
    model: DistributedDataParallel, optimizer: torch.optim.Optimizer, loader: Iterable
) -> None:
    for inputs, targets in loader:
        optimizer.zero_grad()
        outputs = model(inputs)
        loss = F.cross_entropy(outputs, targets)
        loss.backward()
        optimizer.step()


model, optimizer = build()
torch.manual_seed(rank)
train(model, optimizer, batches(epoch=0, done=0))
second_epoch = iter(batches(epoch=1, done=0))
train(model, optimizer, islice(second_epoch, 2))

random_states = gather(torch.get_rng_state())
if rank == 0:
    last = {"model": model.module.state_dict(), "optimizer": optimizer.state_dict()}
    last |= {"epoch": 1, "done": 2, "random_states": random_states}
    torch.save(last, "last.pt")
dist.barrier()
train(model, optimizer, second_epoch)
unbroken = [p.detach().clone() for p in model.parameters()]
# --8<-- [end:save]


# --8<-- [start:resume]
def resume(whose: int) -> bool:
    last = torch.load("last.pt", weights_only=True)
    resumed, optimizer = build()
    resumed.module.load_state_dict(last["model"])
    optimizer.load_state_dict(last["optimizer"])
    torch.set_rng_state(last["random_states"][whose])
    train(resumed, optimizer, batches(last["epoch"], last["done"]))
    return all(map(torch.equal, resumed.parameters(), unbroken))


say("weights as without a break:")
say("    each process with its own random state:", gather(resume(rank)))
say("    both with the random state of rank 0:  ", gather(resume(0)))
# --8<-- [end:resume]

# --8<-- [start:autocast]
sent.clear()
model = DistributedDataParallel(make_model())
model.register_comm_hook(sent, keep)
with torch.autocast("cpu", dtype=torch.bfloat16):
    outputs = model(inputs)
    loss = F.cross_entropy(outputs, targets)
loss.backward()
say("outputs:", outputs.dtype, "sent:", {bucket.dtype for bucket in sent})
gradients = gather([p.grad for p in model.parameters()])
say("same gradients in both:", all(map(torch.equal, *gradients)))
# --8<-- [end:autocast]

# --8<-- [start:compile]
from collections.abc import Callable

from torch.fx import GraphModule

graphs: list[GraphModule] = []


def counting(graph: GraphModule, example_inputs: list) -> Callable:
    graphs.append(graph)
    return graph.forward


network = make_model()
network.compile(backend=counting)
inside = DistributedDataParallel(network)
backward(inside)
say("graphs, compiled and then wrapped:", len(graphs))
for name, grad in (("compiled:", network[2].bias.grad), ("eager:   ", exact[-1])):
    say("gradients,", name, *(f"{number:.4f}" for number in grad[:3]))

graphs.clear()
around = torch.compile(DistributedDataParallel(make_model()), backend=counting)
backward(around)
say("graphs, wrapped and then compiled:", len(graphs))
say("names:", *(next(iter(model.state_dict())) for model in (inside, around)))
# --8<-- [end:compile]


# --8<-- [start:stop]
from itertools import pairwise


def any_process(wish: bool) -> bool:
    flag = torch.tensor(int(wish))
    dist.all_reduce(flag, op=dist.ReduceOp.MAX)
    return bool(flag)


losses = [[0.9, 0.8, 0.7, 0.6], [0.9, 0.7, 0.8, 0.9]][rank]
worse = [False] + [now > before for before, now in pairwise(losses)]
wishes = [epoch for epoch in range(4) if worse[epoch]]
say("epochs in which each wants to stop:", gather(wishes))
for epoch in range(4):
    if any_process(worse[epoch]):
        break
say("epoch in which both stop:          ", gather(epoch))
# --8<-- [end:stop]

# --8<-- [start:alone]
from datetime import timedelta

group = dist.new_group(timeout=timedelta(seconds=3))
model = DistributedDataParallel(make_model(), process_group=group)
steps = 0
try:
    for epoch in range(4):
        if worse[epoch]:
            break
        backward(model)
        steps += 1
except RuntimeError as error:
    print(str(error).split("] ")[-1])
say("steps of each process:", gather(steps))
# --8<-- [end:alone]

# --8<-- [start:end]
import gc

dist.destroy_process_group()
del model, short, network, inside, around, group
gc.collect()
# --8<-- [end:end]
