"""Compile a model, then wrap it with DDP or shard it with FSDP."""
# handbook: nproc=2

# --8<-- [start:wrapped]
from collections.abc import Callable

import torch
import torch.distributed as dist
import torch.distributed.nn
from torch import nn
from torch.distributed.fsdp import fully_shard
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
mesh = dist.init_device_mesh("cpu", (dist.get_world_size(),))
graphs = []


def note(graph: torch.fx.GraphModule, inputs: list[torch.Tensor]) -> Callable:
    graphs.append(graph)
    return graph.forward


def blocks() -> nn.Sequential:
    torch.manual_seed(0)
    options = {"dropout": 0.0, "batch_first": True}
    return nn.Sequential(
        nn.TransformerEncoderLayer(8, 2, 16, **options),
        nn.TransformerEncoderLayer(8, 2, 16, **options),
    )


def whole_then_ddp() -> nn.Module:
    model = blocks()
    model.compile(backend=note)
    return DistributedDataParallel(model)


def forward_then_fsdp() -> nn.Module:
    model = blocks()
    for block in model:
        block.forward = torch.compile(block.forward, backend=note, fullgraph=True)
        fully_shard(block, mesh=mesh)
    return fully_shard(model, mesh=mesh)


def block_then_fsdp() -> nn.Module:
    model = blocks()
    for block in model:
        block.compile(backend=note)
        fully_shard(block, mesh=mesh)
    return fully_shard(model, mesh=mesh)


batch = torch.randn(6, 4, 8)
for make in (whole_then_ddp, forward_then_fsdp, block_then_fsdp):
    torch.compiler.reset()
    graphs.clear()
    make()(batch).sum().backward()
    if dist.get_rank() == 0:
        print(f"{make.__name__}: graphs: {len(graphs)}")
dist.destroy_process_group()
# --8<-- [end:wrapped]
