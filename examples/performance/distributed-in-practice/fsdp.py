"""Divide a model among two processes, train it there, save and load its parts."""
# handbook: nproc=2

# --8<-- [start:shard]
import torch
import torch.distributed as dist
import torch.distributed.nn
from torch import nn
from torch.distributed.fsdp import fully_shard
from torch.nn import functional as F

device = torch.device("cpu")
dist.init_process_group("gloo")
rank = dist.get_rank()


def gather(value: object) -> list:
    values: list = [None] * dist.get_world_size()
    dist.all_gather_object(values, value)
    return values


def say(*words: object) -> None:
    if rank == 0:
        print(*words)


def make_model() -> nn.Sequential:
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2)).to(device)


mesh = dist.init_device_mesh("cpu", (dist.get_world_size(),))
model = make_model()
for layer in (model[0], model[2]):
    fully_shard(layer, mesh=mesh)
fully_shard(model, mesh=mesh)
whole = sum(p.nbytes for p in make_model().parameters())
mine = sum(p.to_local().nbytes for p in model.parameters())
say("bytes of the weights:", whole, "in each process:", gather(mine))
# --8<-- [end:shard]

# --8<-- [start:step]
generator = torch.Generator().manual_seed(1)
inputs = torch.randn(16, 4, generator=generator)
targets = torch.randint(0, 2, (16,), generator=generator)
part = slice(rank * 8, rank * 8 + 8)
optimizer = torch.optim.AdamW(model.parameters(), lr=0.1)
F.cross_entropy(model(inputs[part]), targets[part]).backward()
full = make_model()
F.cross_entropy(full(inputs), targets).backward()
mine = torch.cat([p.grad.full_tensor().flatten() for p in model.parameters()])
whole = torch.cat([p.grad.flatten() for p in full.parameters()])
for name, gradient in (("divided:    ", mine), ("whole batch:", whole)):
    say("gradients,", name, *(f"{number:.4f}" for number in gradient[-4:]))
optimizer.step()
state = optimizer.state[model[0].weight]["exp_avg"]
say("first moment, in all and here:", tuple(state.shape), tuple(state.to_local().shape))
# --8<-- [end:step]

# --8<-- [start:checkpoint]
from pathlib import Path

import torch.distributed.checkpoint as dcp
from torch.distributed.checkpoint.state_dict import (
    StateDictOptions,
    get_model_state_dict,
)

dcp.save({"model": get_model_state_dict(model)}, checkpoint_id="parts")
say("files:", sorted(path.name for path in Path("parts").iterdir()))
with torch.no_grad():
    for parameter in model.parameters():
        parameter.zero_()
parts = get_model_state_dict(model)
dcp.load({"model": parts}, checkpoint_id="parts")
options = StateDictOptions(full_state_dict=True, cpu_offload=True)
whole_state = get_model_state_dict(model, options=options)
say("zeros after loading:", gather((parts["0.weight"].to_local() == 0).sum().item()))
say("whole tensors in each process:", gather(len(whole_state)))
dist.destroy_process_group()
# --8<-- [end:checkpoint]
