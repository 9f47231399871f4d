"""Check most_saturated: python check.py [FILE]."""

import random
import sys
from functools import partial
from pathlib import Path
from types import ModuleType

import torch
from torch import nn

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


class Block(nn.Module):
    """Two layers; its own tanh has a name inside the block."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.linear = nn.Linear(width, width)
        self.bend = nn.Tanh()
        self.out = nn.Linear(width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.out(self.bend(self.linear(x)))


def build(width: int, worst: int, sign: float) -> nn.Sequential:
    """Four nn.Tanh, of which number `worst` gets outputs near `sign`.

    A Linear at the end has the largest numbers.
    """
    parts = [
        nn.Linear(width, width),
        nn.Tanh(),
        Block(width),
        nn.ReLU(),
        Block(width),
        nn.Linear(width, width),
        nn.Tanh(),
    ]
    model = nn.Sequential(*parts, nn.Linear(width, 3))
    linears = [parts[0], parts[2].linear, parts[4].linear, parts[5]]
    with torch.no_grad():
        for number, linear in enumerate(linears):
            linear.weight.normal_(std=0.5 / width**0.5)
            linear.bias.zero_()
            if number == worst:
                linear.weight.mul_(2)
                linear.bias[: width // 2 + 1].fill_(8 * sign)
        model[-1].weight.mul_(50)
        for block in (parts[2], parts[4]):
            block.out.weight.normal_(std=1 / width**0.5)
            block.out.bias.fill_(3.0)
    return model


def tanh_outputs(model: nn.Module, inputs: torch.Tensor) -> dict[str, torch.Tensor]:
    outputs: dict[str, torch.Tensor] = {}

    def hook(name: str, part: nn.Module, args: tuple, output: torch.Tensor) -> None:
        outputs[name] = output.detach()

    handles = [
        part.register_forward_hook(partial(hook, name))
        for name, part in model.named_modules()
        if isinstance(part, nn.Tanh)
    ]
    model(inputs)
    for handle in handles:
        handle.remove()
    return outputs


def note(runs: list[object], model: nn.Module, args: tuple) -> None:
    runs.append(args)


def check(module: ModuleType) -> None:
    for sign, worst in cases(zip((1.0, -1.0, -1.0, 1.0), random.sample(range(4), 4))):
        model = build(random.randint(6, 10), worst, sign)
        width = model[0].in_features
        inputs = 0.5 * torch.randn(random.randint(20, 40), width)
        outputs = tanh_outputs(model, inputs)
        shares = {
            key: (output.abs() > 0.97).float().mean().item()
            for key, output in outputs.items()
        }
        name = max(shares, key=lambda key: shares[key])
        runs: list[object] = []
        counter = model.register_forward_pre_hook(partial(note, runs))
        got = module.most_saturated(model, inputs)
        counter.remove()
        rounded = {key: round(share, 3) for key, share in shares.items()}
        call = f"most_saturated(model, inputs); the shares are {rounded}"
        if not isinstance(got, tuple) or len(got) != 2:
            raise Wrong(
                call,
                expected="a pair",
                got=f"{got!r:.80}",
                hint="return the name and the share",
            )
        hint = (
            "look at the outputs of each nn.Tanh, at any depth, and at both ends: "
            "count abs() > 0.97"
        )
        expect(f"{call}: the name", got[0], name, hint)
        hint = (
            "the share of outputs with abs() > 0.97, a number between 0 and 1: "
            "not a count and not a mean size"
        )
        ends = [outputs[name] > 0.97, outputs[name] < -0.97]
        if got[1] in [end.float().mean().item() for end in ends]:
            hint = "this is the share at one end; count at both ends"
        expect(f"{call}: the share", got[1], shares[name], hint)
        left = sum(
            len(part._forward_hooks) + len(part._forward_pre_hooks)
            for part in model.modules()
        )
        if left:
            raise Wrong(
                call,
                expected="no hooks on the model",
                got=f"{left} hooks",
                hint="keep what register_forward_hook returns, and call remove() on it",
            )
        if len(runs) > 1:
            raise Wrong(
                call,
                expected="1 run of the model",
                got=len(runs),
                hint="hook every nn.Tanh first, then run the model once",
            )
        if any(parameter.grad is not None for parameter in model.parameters()):
            raise Wrong(call, hint="only run the model, do not call backward")


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`named_modules()` has the names, isinstance finds the `nn.Tanh` at any "
            "depth. A forward hook gets (module, inputs, output). The mean of a "
            "comparison, as float, is a share; `item()` makes it a number."
        ),
        right=(
            "Found in four models, a different layer each time. Try it on "
            "`build(5.0)` of the page: which of the five layers comes out, and with"
            " what share?"
        ),
    )
