"""Check amp_step: python check.py [FILE]."""

import copy
import random
import sys
from pathlib import Path
from types import ModuleType

import torch
from torch import nn
from torch.nn import functional as F

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


def flat(tensors: list[torch.Tensor]) -> torch.Tensor:
    return torch.cat([tensor.detach().flatten() for tensor in tensors])


def close(left: torch.Tensor, right: torch.Tensor) -> bool:
    return bool((left - right).norm() <= 0.02 * right.norm())


def check_one_step(module: ModuleType, dtype: torch.dtype, clip: bool) -> bool:
    """Compare what the optimizer finds; a gradient is left behind before the step.

    Return whether the scaler was used.
    """
    features, classes = random.randint(3, 8), random.randint(2, 5)
    model = nn.Sequential(nn.Linear(features, 16), nn.Tanh(), nn.Linear(16, classes))
    inputs, targets = 3 * torch.randn(32, features), torch.randint(0, classes, (32,))
    other = model(torch.randn(8, features))
    F.cross_entropy(other, torch.zeros(8, dtype=torch.int64)).backward()
    reference = copy.deepcopy(model)
    with torch.autocast("cpu", dtype=dtype, enabled=dtype is not torch.float32):
        loss = F.cross_entropy(reference(inputs), targets)
    gradient = flat(list(torch.autograd.grad(loss, list(reference.parameters()))))
    norm = gradient.norm().item()
    max_norm = 0.3 * norm if clip else 3 * norm
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler(
        "cpu", init_scale=1024.0, enabled=dtype is torch.float16
    )
    scaler.scale(torch.ones(()))  # a scaler has no scale before it is used
    found, dtypes, losses, updates, updates_before = [], [], [], [], []

    def note(*_) -> None:
        found.append(flat([p.grad for p in model.parameters()]))
        updates_before.append(len(updates))

    optimizer.register_step_pre_hook(note)
    model[2].register_forward_hook(
        lambda module, args, output: dtypes.append(output.dtype)
    )
    scale, update = scaler.scale, scaler.update
    scaler.scale = lambda outputs: (losses.append(outputs.dtype), scale(outputs))[1]
    scaler.update = lambda *args: (updates.append(1), update(*args))[0]
    got = module.amp_step(model, optimizer, scaler, dtype, inputs, targets, max_norm)
    call = (
        f"amp_step(model, SGD, scaler, {dtype}, "
        f"inputs, targets, max_norm={max_norm:.4f})"
    )
    if got is not None and dtypes and dtypes[0] != dtype:
        hint = "pass dtype to torch.autocast"
        if dtypes[0] == torch.float32:
            hint = "run the model under torch.autocast"
        raise Wrong(call, expected=f"outputs in {dtype}", got=dtypes[0], hint=hint)
    if losses and losses[0] != torch.float32:
        raise Wrong(
            call,
            expected="a loss in torch.float32",
            got=losses[0],
            hint="compute the loss under autocast, too: there it is float32",
        )
    hint = "return the loss of this batch"
    if isinstance(got, float) and abs(got - 1024 * loss.item()) < 10 * loss.item():
        hint = "return the loss itself, not the scaled one"
    expect(call, got, loss.item(), hint, rtol=1e-2)
    if len(found) != 1:
        raise Wrong(
            call,
            expected="1 step of the optimizer",
            got=len(found),
            hint="step once, with scaler",
        )
    want = gradient * min(1.0, max_norm / norm)
    if not close(found[0], want):
        size = found[0].norm().item()
        if updates_before[0]:
            hint = (
                "scaler.update() ends the step: it comes after scaler.step(optimizer)"
            )
        elif close(found[0] * 1024, gradient):
            hint = (
                "scaler.scale(loss).backward(): "
                "the scaler divides by a scale that the loss has to get first"
            )
        elif size < 0.01 * norm:
            hint = (
                "the gradient was still scaled when it was clipped: "
                "unscale_ comes first"
            )
        elif clip and close(found[0], gradient):
            hint = "clip the gradient to max_norm before the step"
        else:
            hint = (
                "only this batch's gradient may count, clipped by its norm: "
                "zero_grad() has to come before backward()"
            )
        raise Wrong(
            call,
            expected=f"a gradient of norm {want.norm():.4f} when the optimizer steps",
            got=f"{size:.4f}",
            hint=hint,
        )
    if scaler.is_enabled() and len(updates) != 1:
        raise Wrong(
            call,
            expected="1 call of scaler.update()",
            got=len(updates),
            hint="call scaler.update() once in each step",
        )
    return bool(losses and updates)


def check_overflow(module: ModuleType) -> None:
    """A scale so large that the gradient is infinite: no step, and half the scale."""
    model = nn.Linear(4, 2)
    before = flat(list(model.parameters())).clone()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cpu", init_scale=2.0**120, enabled=True)
    scaler.scale(torch.ones(()))
    inputs, targets = torch.randn(16, 4), torch.randint(0, 2, (16,))
    module.amp_step(model, optimizer, scaler, torch.float16, inputs, targets, 1.0)
    after = flat(list(model.parameters()))
    state = "as before" if torch.equal(before, after) else "changed"
    if state == "changed" or scaler.get_scale() != 2.0**119:
        raise Wrong(
            "amp_step with an infinite gradient",
            expected="the weights as before, and half the scale",
            got=f"weights {state}, scale {scaler.get_scale() / 2.0**120:g} times",
            hint="scaler.step(optimizer) leaves such a step out",
        )


def check(module: ModuleType) -> None:
    unscaled = []
    for dtype in cases((torch.float32, torch.bfloat16, torch.float16)):
        for clip in (False, True):
            if not check_one_step(module, dtype, clip):
                unscaled.append(dtype)
    check_overflow(module)
    if unscaled:
        raise Wrong(
            f"amp_step with {unscaled[0]}",
            expected="calls of scaler.scale(loss) and scaler.update()",
            got="not both",
            hint="use the scaler for every dtype: disabled, it lets all pass",
        )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`torch.autocast` takes `enabled=`. The methods of a disabled scaler do "
            "nothing, or step as usual, so no if is needed. Which call has to come "
            "before the norm means anything, and which one ends the step?"
        ),
        right=(
            "Six steps in three dtypes agree, and an infinite gradient left the "
            "weights as they were. Next: which calls could you leave out if only "
            "bfloat16 were used?"
        ),
    )
