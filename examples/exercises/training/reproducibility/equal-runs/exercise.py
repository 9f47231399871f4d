"""Prepare a run that its seed alone decides."""

from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def prepare(
    samples: TensorDataset, seed: int
) -> tuple[nn.Linear, DataLoader, DataLoader]:
    """Return an nn.Linear(4, 2), a loader for training and a loader for validation.

    Eighty percent of the samples, drawn at random, are for training and are shuffled in
    every pass; the rest is for validation and stays in order. Both loaders have batches
    of 4. The weights, the split and every order depend on seed alone, whatever was
    drawn before the call, between passes, or by the other loader. A pass through either
    loader leaves torch's global generator where it was.
    """
