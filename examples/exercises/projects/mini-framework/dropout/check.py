"""Check Dropout: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
sys.path.insert(0, str(Path(__file__).resolve().parents[4] / "projects/mini-framework"))
from checking import Wrong, cases, main
from mini import Sequential, Tensor


def check(module: ModuleType) -> None:
    for _ in cases(range(4)):
        p = random.choice([0.1, 0.2, 0.3, 0.7])
        seed = random.randrange(1000)
        layer = module.Dropout(p, np.random.default_rng(seed))
        model, x = Sequential(layer), Tensor(np.random.uniform(1, 2, (50, 40)))
        call = f"Dropout({p}, rng)(x) for x of shape (50, 40)"
        first, second = model(x), model(x)
        if not isinstance(first, Tensor):
            raise Wrong(
                f"{call}\ngot: {first!r}",
                hint="forward returns nothing yet, or no Tensor",
            )
        if first.data.shape != x.data.shape:
            raise Wrong(f"{call}\ngot shape {first.data.shape}", hint="the shape stays")
        dropped, kept = first.data == 0, first.data != 0
        share = dropped.mean()
        told = f"{call}, in training\n{share:.0%} of the elements are 0"
        if abs(share - (1 - p)) < 0.06:
            raise Wrong(told, hint="p is the probability to drop, not to keep")
        if abs(share - p) > 0.06:
            raise Wrong(told, hint=f"about {p:.0%} should be")
        if not np.allclose(first.data[kept], x.data[kept] / (1 - p), rtol=1e-4):
            raise Wrong(
                told,
                hint="divide what stays by 1 - p; the other elements keep their places",
            )
        if (dropped == (second.data == 0)).all():
            raise Wrong(
                told,
                hint="every call draws anew; the second call dropped the same elements",
            )
        again = module.Dropout(p, np.random.default_rng(seed))(x)
        if not np.array_equal(again.data, first.data):
            raise Wrong(
                told,
                hint=(
                    "a generator of the same seed should drop the same elements; "
                    "draw from self.rng"
                ),
            )
        x.grad = None
        first.sum().backward()
        if x.grad is None:
            raise Wrong(
                told,
                hint=(
                    "the graph is cut: x gets no gradient; "
                    "multiply the Tensor, not its data"
                ),
            )
        if not np.allclose(x.grad, kept / (1 - p), rtol=1e-4):
            raise Wrong(
                told,
                hint=(
                    "the gradient is 1 / (1 - p) where an element stayed, "
                    "and 0 elsewhere"
                ),
            )
        model.eval()
        if not np.array_equal(model(x).data, x.data):
            raise Wrong(
                f"{call}, after eval()",
                hint="in evaluation dropout does nothing; look at self.training",
            )
        model.train()
        if np.array_equal(model(x).data, x.data):
            raise Wrong(f"{call}, after train()", hint="train() turns it on again")


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`rng.random(x.data.shape)` draws numbers from 0 to 1. `train()` and "
            "`eval()` of Module set `self.training`. `x * array`, in this order, "
            "keeps the graph."
        ),
        right=(
            "Four layers dropped the right share, drew anew in each call, and "
            "did nothing in eval(). Next: draw one factor for each column, so "
            "that a feature is dropped for the whole batch, and say what that "
            "changes."
        ),
    )
