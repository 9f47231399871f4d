"""Check quietly: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, expect, main


def states() -> dict[str, object]:
    _, keys, position, *_ = np.random.get_state()
    return {
        "python": random.getstate(),
        "numpy": (keys.tolist(), position),
        "torch": torch.get_rng_state().tolist(),
    }


def draw() -> float:
    python, numpy = random.random(), float(np.random.rand())
    return python + 10 * numpy + 100 * torch.rand((), dtype=torch.float64).item()


def interrupted() -> float:
    draw()
    raise KeyError("interrupted")


def same_states(call: str, before: dict[str, object]) -> None:
    after = states()
    for name in before:
        if after[name] != before[name]:
            raise Wrong(
                call,
                expected=f"the generator of {name} where it was",
                got="it moved",
                hint=f"put back the state of {name}",
            )


def check(module: ModuleType) -> str:
    seed = random.randrange(10**6)
    np.random.seed(seed + 1)
    torch.manual_seed(seed + 2)
    before = states()
    got = module.quietly(draw, seed)
    after = states()
    call = f"quietly(draw, {seed}), where draw uses all three generators"
    python, numpy = random.Random(seed), np.random.RandomState(seed)
    cpu = torch.Generator().manual_seed(seed)
    want = python.random() + 10 * float(numpy.rand())
    want += 100 * torch.rand((), dtype=torch.float64, generator=cpu).item()
    expect(call, got, want, "seed all three", rtol=0, atol=1e-9)
    if after != before:
        same_states(call, before)
    try:
        module.quietly(interrupted, seed)
    except KeyError:
        pass
    else:
        raise Wrong(
            f"quietly(f, {seed}), where f raises KeyError",
            expected="KeyError",
            got="nothing",
            hint="let it pass",
        )
    if states() != before:
        raise Wrong(
            f"quietly(f, {seed}), where f draws and raises",
            expected="the states as before",
            got="others",
            hint="put them back also if function() raises; that is what finally is for",
        )
    return "All three generators stood where they were, after an exception too."


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`random.getstate` and `random.setstate`, `np.random.get_state` and "
            "`np.random.set_state`, `torch.get_rng_state` and `torch.set_rng_state`. "
            "try ... finally runs its last part in any case."
        ),
        right=(
            "Next: call it in the middle of a training loop on the CPU. The losses "
            "behind it do not change."
        ),
    )
