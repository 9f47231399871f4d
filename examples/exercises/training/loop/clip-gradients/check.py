"""Check clipped_step: python check.py [FILE]."""

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


def check_one_step(module: ModuleType, ratio: float) -> None:
    """max_norm is ratio times the norm; a gradient is left behind before the call."""
    features = random.randint(2, 8)
    model = nn.Sequential(nn.Linear(features, 6), nn.Tanh(), nn.Linear(6, 1))
    inputs, targets = torch.randn(16, features), torch.randn(16, 1) * 5
    F.mse_loss(model(torch.randn(8, features)), torch.randn(8, 1)).backward()
    old = flat([p.grad for p in model.parameters() if p.grad is not None])
    reference = copy.deepcopy(model)
    loss = F.mse_loss(reference(inputs), targets)
    gradient = flat(list(torch.autograd.grad(loss, list(reference.parameters()))))
    norm = gradient.norm().item()
    max_norm = ratio * norm
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    found = []
    optimizer.register_step_post_hook(
        lambda *_: found.append(
            [p.grad.clone() for p in model.parameters() if p.grad is not None]
        )
    )
    got = module.clipped_step(model, optimizer, F.mse_loss, inputs, targets, max_norm)
    call = (
        f"clipped_step(model, SGD, mse_loss, inputs, targets, max_norm={max_norm:.4f})"
    )
    hint = "the norm is that of the gradient after backward()"
    added = (gradient + old).norm().item()
    if ratio < 1 and isinstance(got, float) and abs(got - max_norm) < 1e-3 * max_norm:
        hint = "return the norm from before the clipping"
    elif isinstance(got, float) and abs(got - loss.item()) < 1e-4 * loss.item():
        hint = "this is the loss; return the norm of the gradient"
    elif isinstance(got, float) and abs(got - added) < 1e-3 * norm:
        hint = (
            "a gradient from before the call was added; "
            "zero_grad() has to come before backward()"
        )
    expect(call, got, norm, hint)
    if len(found) != 1 or not found[0]:
        raise Wrong(
            call,
            expected="1 call of step() with a gradient",
            got=len(found) if any(found) else "none",
            hint="backward, clip, step",
        )
    used, want = flat(found[0]), gradient * min(1.0, ratio)
    if torch.allclose(used, want, rtol=1e-3, atol=1e-6):
        return
    by_element = gradient.clamp(-max_norm, max_norm)
    if torch.allclose(used, gradient, rtol=1e-3, atol=1e-6):
        hint = "the gradient was not clipped yet when step() was called"
    elif torch.allclose(used, by_element, rtol=1e-3, atol=1e-6):
        hint = "clip_grad_value_ cuts each element on its own; the direction changes"
    elif F.cosine_similarity(used, gradient, dim=0) < 0.999:
        hint = "all parameters together count as one vector, which keeps its direction"
    else:
        hint = "longer than max_norm: scale down to max_norm; shorter: leave it"
    raise Wrong(
        call,
        expected=f"a gradient of norm {want.norm().item():.4f} when step() is called",
        got=f"{used.norm().item():.4f}",
        hint=hint,
    )


def check(module: ModuleType) -> str:
    for ratio in cases((0.05, 0.3, 2.0, random.uniform(0.05, 0.9))):
        check_one_step(module, ratio)
    return "Long gradients were cut to `max_norm`, and short ones left alone."


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`nn.utils.clip_grad_norm_` does this and returns the norm that it found, "
            "as a tensor. It changes the gradients that are there when you call it."
        ),
        right=(
            'Next: call it with `max_norm=float("inf")`. It clips nothing and still '
            "returns the norm, ready for a log."
        ),
    )
