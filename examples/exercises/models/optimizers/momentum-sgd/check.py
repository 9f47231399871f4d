"""Check MomentumSGD: python check.py [FILE]."""

import copy
import random
import sys
from pathlib import Path
from types import ModuleType

import torch
from torch import nn
from torch.optim.optimizer import register_optimizer_step_pre_hook

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(3, 4)
        self.unused = nn.Linear(2, 2)
        self.second = nn.Linear(4, 1)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        return self.second(torch.tanh(self.first(inputs)))


def gradients(model: nn.Module) -> dict[str, torch.Tensor]:
    return {
        name: value.grad.clone()
        for name, value in model.named_parameters()
        if value.grad is not None
    }


def hint_for(name: str, number: int, decay: float, momentum: float) -> str:
    if name.startswith("unused"):
        return "this parameter has no gradient: skip it, and go on with the next"
    if number == 1 and not decay:
        return (
            "the first step is lr times the gradient: "
            "the velocity begins as the whole gradient, not a share of it"
        )
    if decay and not momentum:
        return "add weight_decay * w to the gradient, with the w from before the step"
    if decay:
        return "the decay is part of the gradient, so it goes into the velocity too"
    return (
        "velocity = momentum * velocity + gradient, "
        "one velocity per parameter, and then w -= lr * velocity"
    )


def refuse(*_: object) -> None:
    raise Wrong(
        "MomentumSGD is, or calls, an optimizer of PyTorch",
        hint="write a class without a base, and the step yourself",
    )


def check(module: ModuleType) -> None:
    other = random.uniform(0.3, 0.8)
    for momentum, decay in cases(((0.9, 0.0), (other, 0.0), (0.0, 0.1), (0.9, 0.1))):
        model, lr = Net(), random.uniform(0.05, 0.2)
        reference = copy.deepcopy(model)
        settings = {"momentum": momentum, "weight_decay": decay}
        ours = torch.optim.SGD(reference.parameters(), lr=lr, **settings)
        settings = {} if (momentum, decay) == (0.9, 0.0) else settings
        theirs = module.MomentumSGD(model.parameters(), lr=lr, **settings)
        for number in range(1, 5):
            inputs, targets = torch.randn(8, 3), 3 + torch.randn(8, 1)
            theirs.zero_grad()
            ours.zero_grad()
            if any(parameter.grad is not None for parameter in model.parameters()):
                raise Wrong(
                    "zero_grad()",
                    expected="each .grad is None",
                    got="a gradient",
                    hint="reset every parameter",
                )
            ((model(inputs) - targets) ** 2).mean().backward()
            ((reference(inputs) - targets) ** 2).mean().backward()
            before, kept = model.first.weight.detach().clone(), gradients(model)
            handle = register_optimizer_step_pre_hook(refuse)
            try:
                theirs.step()
            finally:
                handle.remove()
            ours.step()
            told = "".join(f", {name}={value:.2f}" for name, value in settings.items())
            call = f"MomentumSGD(model.parameters(), lr={lr:.3f}{told}), step {number}"
            if torch.equal(model.first.weight, before):
                raise Wrong(
                    call,
                    expected="a changed weight",
                    got="the same weight",
                    hint=(
                        "nothing moved; change the parameter itself, "
                        "in place, and keep the parameters in a list"
                    ),
                )
            for name, parameter in model.named_parameters():
                want = reference.get_parameter(name).detach()
                expect(
                    f"{call}: {name}",
                    parameter.detach(),
                    want,
                    hint_for(name, number, decay, momentum),
                )
            left = gradients(model)
            same = [torch.equal(left[name], kept[name]) for name in left.keys() & kept]
            if left.keys() != kept.keys() or not all(same):
                raise Wrong(
                    call,
                    expected="the same .grad after the step as before",
                    got="another .grad",
                    hint=(
                        "a step only reads .grad; compute gradient = w.grad + ... "
                        "as a new tensor, not in place"
                    ),
                )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`model.parameters()` can be walked through only once, so keep "
            "`list(parameters)`. Each parameter has its own velocity. Change "
            "parameters in place (w -= ...) under `torch.no_grad()`. Skip those whose "
            "grad is `None`."
        ),
        right=(
            "Its steps are those of `torch.optim.SGD`. Now add `nesterov`: the step"
            " takes the gradient plus momentum times the new velocity."
        ),
    )
