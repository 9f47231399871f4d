"""Take what Inductor compiled from one process to the next."""
# handbook: process slow="Inductor compiles C++ or Triton"

# --8<-- [start:cache]
import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import torch
from torch._dynamo.utils import counters

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")


def elementwise(x: torch.Tensor) -> torch.Tensor:
    return (x.sin() * x.cos() + x).relu() * 2 + x.exp() / (1 + x * x)


def first_call() -> str:
    torch.compiler.reset()
    counters.clear()
    torch.compile(elementwise)(torch.rand(128, 1024).to(device))
    found = [counters["inductor"][f"fxgraph_cache_{word}"] for word in ("hit", "miss")]
    return f"{found[0]} hit, {found[1]} miss"


def build_machine() -> tuple[str, str, bytes]:
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = os.path.abspath("build")
    first, second = first_call(), first_call()
    saved = torch.compiler.save_cache_artifacts()
    assert saved is not None
    return first, second, saved[0]


def server(artifacts: bytes) -> str:
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = os.path.abspath("server")
    torch.compiler.load_cache_artifacts(artifacts)
    return first_call()


if __name__ == "__main__":
    spawn = get_context("spawn")
    with ProcessPoolExecutor(1, spawn) as process:
        first, second, artifacts = process.submit(build_machine).result()
    print("an empty folder:", first)
    print("compiled again, the same folder:", second)
    with ProcessPoolExecutor(1, spawn) as process:
        told = process.submit(server, artifacts).result()
    print("another process, an empty folder and the artifacts:", told)
# --8<-- [end:cache]
