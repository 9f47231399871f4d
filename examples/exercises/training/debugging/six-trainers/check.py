"""Check the six names and the six trainers: python check.py [FILE]."""

import contextlib
import copy
import math
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import torch
from torch import nn
from torch.optim.optimizer import register_optimizer_step_post_hook

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, main

NAMES = {
    "a": (
        "labels misaligned",
        "look at the pairs: does each image keep its own label?",
    ),
    "b": ("frozen layer", "take one step and see which parameters move"),
    "c": ("wrong axis", "compare the first loss with log(K) and with log(64)"),
    "d": ("no train()", "look at model.training and at what batch norm has counted"),
    "e": ("softmax twice", "see how low the loss gets on one batch"),
    "f": (
        "learning rate",
        "compare the change of a weight in one step with the weight",
    ),
}


@contextlib.contextmanager
def stale_gradients(model: nn.Module) -> Iterator[list[bool]]:
    """A list that gets True if backward adds to a gradient of the step before."""
    found, used = [], set()

    def leave(optimizer: torch.optim.Optimizer, *_: object) -> None:
        used.update(id(p) for group in optimizer.param_groups for p in group["params"])

    def watch(parameter: nn.Parameter) -> Callable:
        def look(_: torch.Tensor) -> None:
            old = parameter.grad
            if id(parameter) in used and old is not None and old.any():
                found.append(True)
            used.discard(id(parameter))

        return look

    hooks = [register_optimizer_step_post_hook(leave)]
    hooks += [p.register_hook(watch(p)) for p in model.parameters()]
    yield found
    for hook in hooks:
        hook.remove()


def check_trainer(module: ModuleType, letter: str) -> float:
    """The accuracy that it reaches on new images."""
    classes, features = random.randint(4, 5), 16
    labels = torch.arange(512) % classes
    images = 8 * torch.eye(features)[labels] + torch.randn(512, features)
    model = nn.Sequential(
        nn.Linear(features, 32, bias=False),
        nn.BatchNorm1d(32),
        nn.ReLU(),
        nn.Linear(32, classes),
    ).eval()
    old = copy.deepcopy(model)
    with stale_gradients(model) as stale:
        losses = getattr(module, f"train_{letter}")(model, images[:384], labels[:384])
    call = f"train_{letter}(model, images, labels)"
    if not isinstance(losses, list) or len(losses) != 60:
        raise Wrong(
            call,
            expected="a list of 60 losses",
            hint="leave the number of steps and the return as they are",
        )

    if stale:
        raise Wrong(
            call,
            expected="no gradient from the step before",
            got="old ones",
            hint="keep optimizer.zero_grad() in the loop",
        )
    if abs(losses[0] - math.log(classes)) > 0.9:
        hint = (
            f"the first loss of {classes} classes should be near log({classes}); "
            f"log(64) is {math.log(64):.2f}"
        )
        raise Wrong(
            call,
            expected=f"about {math.log(classes):.2f} in the first step",
            got=f"{losses[0]:.2f}",
            hint=hint,
        )
    if not max(losses) < 2 * losses[0]:
        hint = "the loss rises far above the first one: the steps are too long"
        raise Wrong(
            call,
            expected=f"no loss above {2 * losses[0]:.1f}",
            got=f"{max(losses):.1f}",
            hint=hint,
        )
    if model[1].num_batches_tracked.item() < 60:
        hint = "in eval mode batch norm counts no batch; in which mode is the model?"
        raise Wrong(
            call,
            expected="60 batches counted by batch norm",
            got=str(model[1].num_batches_tracked.item()),
            hint=hint,
        )
    pairs = zip(model.named_parameters(), old.parameters())
    still = [name for (name, new), before in pairs if torch.equal(new, before)]
    if still:
        raise Wrong(
            call,
            expected="every parameter moved",
            got=f"{still} as before",
            hint="these have not moved; who should move them?",
        )
    with torch.no_grad():
        answers = model.eval()(images[384:]).argmax(dim=1)
    right = (answers == labels[384:]).float().mean().item()
    if right < 0.63:
        hint = (
            "the model learns nothing about the pairs that new images would need; "
            "look at a batch, then at the learning rate"
        )
        raise Wrong(
            call,
            expected="accuracy above 0.63 on new images",
            got=f"{right:.2f}",
            hint=hint,
        )
    last, floor = sum(losses[-5:]) / 5, math.log(1 + (classes - 1) / math.e)
    if last > 0.75 * floor:
        hint = (
            "after a second softmax the loss is stuck above log(1 + (K - 1) / e), "
            f"which is {floor:.2f} for {classes} classes; after short steps it may "
            "still be there"
        )
        raise Wrong(
            call,
            expected=f"a loss below {0.75 * floor:.2f} at the end",
            got=f"{last:.2f}",
            hint=hint,
        )
    return right


def check(module: ModuleType) -> str:
    for letter, (name, hint) in NAMES.items():
        got = module.BUGS.get(letter, "")
        if got != name:
            raise Wrong(
                f'BUGS["{letter}"]', expected="another name", got=f'"{got}"', hint=hint
            )
    worst = min(check_trainer(module, letter) for letter in cases(NAMES))
    return (
        f"The worst of the six is right on {worst:.0%} of 128 new images; "
        "always the same class would be right on 20 to 25%."
    )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "Go through the checks of the page in order. A right learning rate is "
            "0.1. The bugs are not in the order above."
        ),
        right=(
            "Next: delete `zero_grad()` in one of them and read what the check says."
        ),
    )
