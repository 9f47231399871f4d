"""Join the group as one of the processes that torchrun started."""
# handbook: nproc=2

# --8<-- [start:fix]
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
total = torch.tensor(dist.get_rank() + 1)
dist.all_reduce(total)
print(f"rank {dist.get_rank()} of {dist.get_world_size()}, sum of both: {total}")
dist.destroy_process_group()
# --8<-- [end:fix]
