"""Check cost_of_a_cloud: python check.py [FILE]."""

import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import expect, main


def check(module: ModuleType) -> None:
    torch.manual_seed(0)
    mean, log_std = torch.randn(2, 5, 8)
    two = torch.distributions.Normal(mean, log_std.exp())
    whole = torch.distributions.kl_divergence(two, torch.distributions.Normal(0.0, 1.0))
    expect(
        "cost_of_a_cloud of five drawn clouds",
        module.cost_of_a_cloud(mean, log_std),
        whole.sum(1),
        "a number costs (mean² + std² - 1) / 2 - log_std, where std² is "
        "(2 * log_std).exp(), and the numbers of a picture add up",
    )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "Write the formula for whole tensors first, with (2 * log_std).exp() for "
            "std². Then .sum(1) adds up the numbers of each picture."
        ),
        right=(
            "Five drawn clouds cost what torch.distributions.kl_divergence says. "
            "Next: plot the cost of one number over its width, and see where it is "
            "least."
        ),
    )
