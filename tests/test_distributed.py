"""The distributed example as a reader starts it: by torchrun, in processes that end as Python ends them."""

import os
import subprocess
import sys

from harness import ROOT


def test_torchrun_ends_cleanly(tmp_path):
    """The doc-tests cannot see how a process shuts down: their ranks end inside the harness."""
    script = ROOT / "examples/performance/distributed/ddp.py"
    line = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node=2", str(script)]
    environment = os.environ | {"OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": ""}
    done = subprocess.run(line, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "threads of gloo that are left: 0" in done.stdout
