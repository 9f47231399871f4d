"""The old launcher of several processes, and torchrun, which does the same."""
# handbook: warns=FutureWarning

# --8<-- [start:hello]
from pathlib import Path

from torch.distributed import launch, run

Path("hello.py").write_text("""
import os, pathlib

names = "RANK", "LOCAL_RANK", "WORLD_SIZE"
rank, local, size = [os.environ[name] for name in names]
pathlib.Path(f"hello-{rank}.txt").write_text(f"local rank {local}, {size} processes")
""")
arguments = ["--standalone", "--nproc-per-node=2", "hello.py"]
# --8<-- [end:hello]

# --8<-- [start:launch]
for module in (launch, run):
    module.main(arguments)
    for file in sorted(Path().glob("hello-*.txt")):
        print(f"{module.__name__}: {file.read_text()}")
        file.unlink()
# --8<-- [end:launch]
