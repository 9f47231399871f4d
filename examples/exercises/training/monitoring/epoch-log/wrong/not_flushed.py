"""Keeps the file open, so that the rows wait in its buffer."""

# hint: still in a buffer

import csv
from pathlib import Path

import torch


class EpochLog:
    def __init__(self, path: Path) -> None:
        is_new = not path.exists()
        self.file = path.open("a", newline="", encoding="utf-8")
        self.writer = csv.writer(self.file)
        if is_new:
            self.writer.writerow(["epoch", "lr", "loss"])
        self.loss_sum: torch.Tensor | float = 0.0
        self.samples = 0

    def batch(self, loss: torch.Tensor, samples: int) -> None:
        self.loss_sum = self.loss_sum + loss.detach() * samples
        self.samples += samples

    def end_epoch(self, epoch: int, lr: float) -> None:
        self.writer.writerow([epoch, lr, float(self.loss_sum) / self.samples])
        self.loss_sum, self.samples = 0.0, 0
