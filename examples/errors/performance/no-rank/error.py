"""Start a process group in a process that nobody numbered."""
# handbook: raises=ValueError

# --8<-- [start:error]
import os

import torch.distributed as dist

print([name for name in ("RANK", "WORLD_SIZE") if name in os.environ])
dist.init_process_group("gloo")
# --8<-- [end:error]
