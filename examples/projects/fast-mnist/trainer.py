"""Run one entry in a process of its own: python trainer.py FILE:FUNCTION SEED."""
# handbook: raises=SystemExit

# --8<-- [start:trainer]
import importlib.util
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor, nn


def entry_of(name: str) -> Callable[[Tensor, Tensor], nn.Module]:
    """Return the function that FILE:FUNCTION names."""
    file, _, function = name.rpartition(":")
    spec = importlib.util.spec_from_file_location(Path(file).stem, file)
    module = importlib.util.module_from_spec(spec)
    sys.path.append(str(Path(file).parent))
    spec.loader.exec_module(module)
    return getattr(module, function)


def used() -> float:
    """Seconds of CPU of this process and of those that it waited for."""
    return sum(os.times()[:4])


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    entry, seed = entry_of(sys.argv[1]), int(sys.argv[2])
    given = load_file("training.safetensors")
    images, labels = given["images"].unsqueeze(1) / 255, given["labels"].long()
    torch.optim.Adam([torch.zeros(1)])  # the first optimizer loads a part of torch
    torch.manual_seed(seed)
    before = used()
    model = entry(images, labels)
    seconds = used() - before
    if not isinstance(model, nn.Module):
        sys.exit(f"it returned {type(model).__name__}, and no network")
    program = torch.export.export(
        model.eval(), (images[:2],), dynamic_shapes=({0: torch.export.Dim.AUTO},)
    )
    torch.export.save(program, "model.pt2")
    Path("seconds.json").write_text(json.dumps(seconds), encoding="utf-8")


if __name__ == "__main__":
    main()
# --8<-- [end:trainer]
