"""Check sgd_step: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch
from torch.optim.optimizer import register_optimizer_step_pre_hook

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, main


def hint_for(
    p: torch.Tensor,
    before: torch.Tensor,
    gradient: torch.Tensor,
    lr: float,
    decay: float,
) -> str:
    if torch.equal(p, before):
        return (
            "nothing has changed; p = p - ... makes a new tensor, "
            "p -= ... changes this one, return ends the loop"
        )
    if torch.allclose(p, before - lr * gradient):
        return "that is the step without weight decay"
    if torch.allclose(p, (before - lr * gradient) * (1 - lr * decay)):
        return "the gradient's part must not be shrunk: first shrink, then subtract"
    if torch.allclose(p, before * (1 - decay) - lr * gradient):
        return "the weight shrinks by lr * weight_decay, not by weight_decay"
    return "p * (1 - lr * weight_decay) - lr * p.grad"


def check_once(module: ModuleType) -> None:
    lr, decay = random.uniform(0.05, 0.5), random.uniform(0.2, 0.9)
    parameters = [
        torch.randn(random.randint(2, 4), 3).requires_grad_() for _ in range(3)
    ]
    unused = random.randrange(3)
    for number, p in enumerate(parameters):
        if number != unused:
            p.grad = torch.randn_like(p)
    before = [p.detach().clone() for p in parameters]
    versions = [p._version for p in parameters]
    gradients = [None if p.grad is None else p.grad.clone() for p in parameters]
    call = (
        f"sgd_step(3 parameters, lr={lr:.2f}, weight_decay={decay:.2f}), "
        f"parameter {unused} has no gradient"
    )
    try:
        module.sgd_step(parameters, lr, decay)
    except (TypeError, AttributeError) as error:
        if "NoneType" not in str(error):
            raise
        raise Wrong(
            f"{call}\nraises {type(error).__name__}: {error}",
            hint="skip a parameter whose .grad is None",
        ) from None
    except RuntimeError as error:
        if "requires grad" not in str(error):
            raise
        raise Wrong(
            f"{call}\nraises RuntimeError: {error}", hint="update under torch.no_grad()"
        ) from None
    for number, (p, old, gradient) in enumerate(zip(parameters, before, gradients)):
        if not p.is_leaf or not p.requires_grad:
            raise Wrong(
                call,
                hint=f"parameter {number} must remain a leaf that requires gradients",
            )
        if gradient is None:
            if not torch.equal(p, old):
                raise Wrong(
                    call,
                    hint=f"parameter {number} has no gradient and must stay as it is",
                )
            continue
        want = old * (1 - lr * decay) - lr * gradient
        if not torch.allclose(p, want, rtol=1e-4, atol=1e-6):
            hint = hint_for(p.detach(), old, gradient, lr, decay)
            raise Wrong(
                call,
                expected=f"parameter {number} = {want}",
                got=p.detach(),
                hint=hint,
            )
        if p.grad is None or not torch.equal(p.grad, gradient):
            raise Wrong(
                call,
                hint=(
                    f"the gradient of parameter {number} has changed; leave it as it is"
                ),
            )
        if p._version == versions[number]:
            raise Wrong(
                call,
                hint=(
                    "autograd did not count the change, as through .data; "
                    "change p itself under torch.no_grad()"
                ),
            )


def refuse(*_: object) -> None:
    raise Wrong(
        "sgd_step calls an optimizer of PyTorch", hint="write the step yourself"
    )


def check(module: ModuleType) -> None:
    handle = register_optimizer_step_pre_hook(refuse)
    try:
        for _ in cases(range(10)):
            check_once(module)
    finally:
        handle.remove()


if __name__ == "__main__":
    main(
        check,
        hints=(
            "An update must not be recorded. p *= ... and p -= ... change the tensor "
            "itself; p = ... only gives a new tensor the name p."
        ),
        right=(
            "Ten steps agree, and parameters without a gradient stayed. Next: "
            "compare a step with torch.optim.SGD(parameters, lr, "
            "weight_decay=weight_decay)."
        ),
    )
