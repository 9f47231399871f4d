"""Check Standardize: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main

NAMES = {"mean", "std", "gain", "shift"}


def check_names(layer: torch.nn.Module) -> None:
    parameters = {name for name, _ in layer.named_parameters()}
    buffers = {name for name, _ in layer.named_buffers()}
    told = f"parameters: {sorted(parameters)}, buffers: {sorted(buffers)}"
    if parameters & {"mean", "std"}:
        raise Wrong(
            told, hint="mean and std are never learned, so they must not be parameters"
        )
    if buffers & {"gain", "shift"} or not parameters >= {"gain", "shift"}:
        raise Wrong(told, hint="gain and shift are learned: make each an nn.Parameter")
    if not buffers >= {"mean", "std"}:
        raise Wrong(
            told,
            hint=(
                "mean and std are missing or plain tensors; "
                "register them with register_buffer"
            ),
        )
    if (parameters | buffers) != NAMES:
        raise Wrong(told, hint="mean, std, gain and shift are all it needs")
    if set(layer.state_dict()) != NAMES:
        raise Wrong(
            f"state_dict: {sorted(layer.state_dict())}",
            hint="some buffers are not saved; leave persistent alone",
        )


def check(module: ModuleType) -> None:
    for _ in cases(range(4)):
        rows, features = random.randint(5, 9), random.randint(2, 5)
        data = 3 * torch.randn(rows, features) + 1
        mean, std = data.mean(dim=0), data.std(dim=0)
        layer = module.Standardize(data.clone())
        check_names(layer)
        for name, want in (("mean", mean), ("std", std)):
            hint = (
                "take the mean and the standard deviation over the rows: "
                "one for each column"
            )
            got = getattr(layer, name)
            if name == "std" and torch.allclose(got, data.std(dim=0, correction=0)):
                hint = "divide by one less than the rows, as data.std does by itself"
            expect(f"{name} of\n{data}", got, want, hint)
        for name, want in (
            ("gain", torch.ones(features)),
            ("shift", torch.zeros(features)),
        ):
            hint = "gain starts at one and shift at zero, one number for each column"
            expect(
                f"{name} for {features} features",
                getattr(layer, name).detach(),
                want,
                hint,
            )
        with torch.no_grad():
            x = torch.randn(2, features)
            hint = (
                "at the start gain is one and shift is zero, "
                "so the answer is (x - mean) / std"
            )
            expect(
                "Standardize(data)(x) at the start",
                layer(x),
                (x - mean) / std,
                hint,
                atol=1e-4,
            )
            layer.gain.fill_(2.0)
            layer.shift.fill_(1.0)
            want = (x - mean) / std * 2 + 1
            hint = "gain first, then shift: (x - mean) / std * gain + shift"
            expect(
                "Standardize(data)(x) with gain 2 and shift 1",
                layer(x),
                want,
                hint,
                atol=1e-4,
            )
        output = layer(x)
        if output.requires_grad:
            output.sum().backward()
        for name in ("gain", "shift"):
            if getattr(layer, name).grad is None:
                raise Wrong(
                    f"{name}.grad is None after backward",
                    hint=f"{name} must get a gradient: record forward, freeze nothing",
                )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "The four names are the attributes. Which of the four should an optimizer "
            "get? All four should move with `.to(...)` and be in the `state_dict`."
        ),
        right=(
            "Four tensors, two of them learned, and all four saved. (A column that "
            "does not vary would be divided by 0.) Now make one buffer with "
            "`persistent=False`, and look at what the check says."
        ),
    )
