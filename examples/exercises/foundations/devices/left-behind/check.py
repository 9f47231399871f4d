"""Check left_behind: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch
from torch import nn

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import cases, expect, main


class Scale(nn.Module):
    """A parameter, two buffers, and a plain tensor, which stays where it was."""

    def __init__(self) -> None:
        super().__init__()
        self.gain = nn.Parameter(torch.ones(2))
        self.register_buffer("mean", torch.zeros(2))
        self.register_buffer("table", torch.ones(2), persistent=False)
        self.plain = torch.ones(2)
        self.size = 2


def make_model() -> nn.Sequential:
    inner = [nn.Linear(2, 2), Scale(), nn.BatchNorm1d(2)]
    random.shuffle(inner)
    return nn.Sequential(nn.Linear(2, 2), nn.Sequential(*inner), Scale())


def check(module: ModuleType) -> None:
    cpu, meta = torch.device("cpu"), torch.device("meta")
    expect(
        "left_behind(nn.Linear(2, 2), cpu)",
        module.left_behind(nn.Linear(2, 2), cpu),
        [],
        "all of it is on the CPU",
    )

    got = module.left_behind(nn.Linear(2, 2), torch.device("cpu:0"))
    expect(
        "left_behind(nn.Linear(2, 2), cpu:0)",
        got,
        [],
        "cpu and cpu:0 are not equal; compare their .type",
    )

    scale = Scale().to("meta")
    got = module.left_behind(scale, meta)
    hint = "a plain tensor attribute is found in vars(m)"
    if got == [".plain"]:
        hint = "what the module itself holds has its name alone, without a dot"
    expect(
        "left_behind(scale, meta), after scale.to('meta')",
        got,
        ["plain"],
        hint,
    )
    got = module.left_behind(scale, cpu)
    hint = "parameters and buffers count, also a buffer that is not in the state_dict"
    expect(
        "left_behind(scale, cpu), after scale.to('meta')",
        got,
        ["gain", "mean", "table"],
        hint,
    )

    for _ in cases(range(5)):
        model = make_model().to("meta")
        place = next(
            number
            for number, inner in enumerate(model[1].children())
            if isinstance(inner, Scale)
        )
        want = [f"1.{place}.plain", "2.plain"]
        hint = (
            "look into the modules inside as well, "
            "at any depth, and give the whole path"
        )
        expect(
            "left_behind(model, meta), after model.to('meta')",
            module.left_behind(model, meta),
            want,
            hint,
        )
        model = make_model()
        number = random.randrange(2)
        model[number].to("meta")
        held = [*model.named_parameters(), *model.named_buffers()]
        want = [name for name, _ in held if name.startswith(f"{number}.")]
        hint = (
            "give parameters and buffers that are elsewhere, "
            "with the whole path, sorted"
        )
        expect(
            f"left_behind(model, cpu), after model[{number}].to('meta')",
            module.left_behind(model, cpu),
            sorted(want),
            hint,
        )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`module.named_modules()` gives (name, module) for the module itself, "
            'with the name "", and all inside. `vars(m)` holds the plain attributes '
            "of m. `m.named_parameters(recurse=False)` and "
            "`m.named_buffers(recurse=False)` give what m itself has registered."
        ),
        right=(
            "Modules of up to three levels agree. Next: put a layer into a "
            "Python list of a module and see what your function says of it."
        ),
    )
