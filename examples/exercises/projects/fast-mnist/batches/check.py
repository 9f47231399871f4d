"""Check batches: python check.py [FILE]."""

import sys
from pathlib import Path
from types import ModuleType

import torch
from torch.overrides import TorchFunctionMode

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import expect, main


class Indexed(TorchFunctionMode):
    """Counts how often a tensor is indexed or stacked."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def __torch_function__(self, func, types, args=(), kwargs=None):
        counted = (torch.Tensor.__getitem__, torch.Tensor.index_select, torch.stack)
        self.count += func in counted
        return func(*args, **(kwargs or {}))


def check(module: ModuleType) -> None:
    labels = torch.arange(100)
    images = labels.reshape(100, 1, 1, 1).expand(100, 1, 2, 2) / 255

    def epoch(seed: int) -> list[tuple[torch.Tensor, torch.Tensor]]:
        generator = torch.Generator().manual_seed(seed)
        dealt = module.batches(images, labels, 32, generator)
        if dealt is None:
            expect("batches(images, labels, 32, generator)", None, "four slices", "")
        return list(dealt)

    call = "list(batches(images, labels, 32, generator)) of 100 images"
    with Indexed() as indexed:
        dealt = epoch(0)
    expect(
        f"the sizes in {call}",
        [len(part) for _, part in dealt],
        [32, 32, 32, 4],
        "the last batch has what is left: Tensor.split(size) cuts so",
    )
    given = torch.cat([part for _, part in dealt])
    expect(
        f"the labels in {call}, sorted",
        given.sort().values,
        labels,
        "each comes once: draw one permutation for the epoch",
    )
    shown = torch.cat([part for part, _ in dealt])
    expect(
        f"images and labels in {call} belong together",
        torch.equal((shown[:, 0, 0, 0] * 255).round().long(), given),
        True,
        "index images and labels with the same rows",
    )
    again, other = (torch.cat([part for _, part in epoch(seed)]) for seed in (0, 1))
    expect(
        "the same order again from a generator with the same seed",
        torch.equal(again, given),
        True,
        "pass the generator on: torch.randperm(n, generator=generator)",
    )
    expect(
        "another order from another seed",
        not torch.equal(other, given),
        True,
        "the order is to be drawn, not that of the images",
    )
    expect(
        "one index a batch for the images and one for the labels",
        indexed.count <= 12,
        True,
        "index with all rows of the batch at once, not one sample after the other",
    )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "torch.randperm(n, generator=generator) draws the order of an epoch. "
            "Tensor.split cuts it into parts of rows, and images[rows] takes them."
        ),
        right=(
            "Each image came once, with its label, in slices. Next: let the inner "
            "loop of one_cycle run over it, with a generator of its own."
        ),
    )
