"""Check make_model and make_loader: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import torch
from torch import nn
from torch.utils.data import DataLoader

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, fresh, main


def built(call: str, result: Any, kind: type) -> Any:
    if result is None:
        hint = "the function returns nothing yet; end it with return"
        raise Wrong(f"{call}\ngot: None", hint=hint)
    if not isinstance(result, kind):
        raise Wrong(
            call, hint=f"return a {kind.__name__}, not a {type(result).__name__}"
        )
    return result


def weights(module: ModuleType, seed: int) -> torch.Tensor:
    fresh()
    model = built(f"make_model({seed})", module.make_model(seed), nn.Sequential)
    return nn.utils.parameters_to_vector(model.parameters()).detach()


def orders(module: ModuleType, images: torch.Tensor, seed: int) -> torch.Tensor:
    """The labels, which number the images, in the order of two passes."""
    labels = torch.arange(len(images))
    call = f"make_loader(images, labels, {seed})"
    loader = built(call, module.make_loader(images, labels, seed), DataLoader)
    fresh()
    batches = [targets for _ in range(2) for _, targets in loader]
    if len(batches[0]) != 32:
        raise Wrong(
            call,
            expected="32 images in a batch",
            got=len(batches[0]),
            hint="set batch_size=32",
        )
    found = torch.cat(batches)
    if not torch.equal(found.sort().values, labels.repeat_interleave(2)):
        raise Wrong(
            f"{call}, read twice",
            hint="each pass should bring every image once; use all of them, drop none",
        )
    return found


def losses(module: ModuleType, images: torch.Tensor, seed: int) -> list[float]:
    """A run as on the page; something else has moved on the global generator."""
    labels = torch.arange(len(images)) % 10
    model, loader = module.make_model(seed), module.make_loader(images, labels, seed)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    found = []
    for batch, targets in loader:
        fresh()
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(batch), targets)
        loss.backward()
        optimizer.step()
        found.append(loss.item())
    return found


def check(module: ModuleType) -> None:
    smaller_last = [n for n in range(100, 200) if n % 32]
    count = random.choice(smaller_last)
    images, seed = torch.rand(count, 8, 8), random.randint(1, 1000)
    first = weights(module, seed)
    if not torch.equal(first, weights(module, seed)):
        raise Wrong(
            f"make_model({seed}), called twice",
            hint="two calls with the same seed give different weights",
        )
    if torch.equal(first, weights(module, seed + 1)):
        raise Wrong(
            f"make_model({seed}) and make_model({seed + 1})",
            hint="another seed should give other weights",
        )

    call, order = f"make_loader(images, labels, {seed})", orders(module, images, seed)
    if torch.equal(order, torch.arange(len(images)).repeat(2)):
        raise Wrong(
            call, hint="the images come in their stored order; set shuffle=True"
        )
    if not torch.equal(order, orders(module, images, seed)):
        hint = (
            "two calls with the same seed give different orders; "
            "give the loader a generator of its own, with that seed"
        )
        raise Wrong(
            f"{call}, called twice\nfirst labels: {order[:5].tolist()}", hint=hint
        )
    if torch.equal(order, orders(module, images, seed + 1)):
        raise Wrong(
            f"{call} and with seed {seed + 1}",
            hint="another seed should give another order",
        )
    if losses(module, images, seed) != losses(module, images, seed):
        raise Wrong(
            f"two runs with seed {seed}",
            hint="the losses differ; something else in your functions is random",
        )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "The layers draw their weights from torch's global generator, which "
            "`torch.manual_seed` sets. DataLoader takes a generator, and "
            "`torch.Generator().manual_seed(seed)` makes one."
        ),
        right=(
            "Two models and two orders from the same seed agree, whatever else "
            "was drawn in between. Next: leave the generator out of the loader "
            "and run the check again, to see what it says."
        ),
    )
