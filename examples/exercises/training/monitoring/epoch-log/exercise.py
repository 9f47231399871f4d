"""Write a logger that appends a row per epoch to a CSV file."""

from pathlib import Path

import torch


class EpochLog:
    """Appends a row per epoch to a CSV file with the columns epoch, lr, loss."""

    def __init__(self, path: Path) -> None:
        """Log to path. If the file is there already, a run goes on: keep its rows."""

    def batch(self, loss: torch.Tensor, samples: int) -> None:
        """Take in the mean loss of a batch of so many samples, without fetching it.

        Use no item() and no float() here.
        """

    def end_epoch(self, epoch: int, lr: float) -> None:
        """Append the row: epoch, lr, and the mean loss over the samples since the last.

        The header stands once, at the top of the file. When this returns, another
        program must see the row, since the run may be killed in the next epoch.
        """
