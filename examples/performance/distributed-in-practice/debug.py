"""Let PyTorch say which process called another collective."""
# handbook: nproc=2

# --8<-- [start:mismatch]
import torch
import torch.distributed as dist
import torch.distributed.nn

dist.set_debug_level(dist.DebugLevel.DETAIL)
dist.init_process_group("gloo")
rank = dist.get_rank()
try:
    dist.all_reduce(torch.zeros(10 if rank == 0 else 2))
except RuntimeError as error:
    if rank == 0:
        print(str(error).split(" Rank")[0])
        print(" ".join(str(error).split("))).")[-1].split()))
dist.destroy_process_group()
# --8<-- [end:mismatch]
