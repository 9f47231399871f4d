"""Writes the header once per run, also into a file that has one."""

# hint: only if the file is new

import csv
from pathlib import Path

import torch


class EpochLog:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.loss_sum: torch.Tensor | float = 0.0
        self.samples = 0
        self.is_new = True

    def batch(self, loss: torch.Tensor, samples: int) -> None:
        self.loss_sum = self.loss_sum + loss.detach() * samples
        self.samples += samples

    def end_epoch(self, epoch: int, lr: float) -> None:
        with self.path.open("a", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            if self.is_new:
                writer.writerow(["epoch", "lr", "loss"])
            writer.writerow([epoch, lr, float(self.loss_sum) / self.samples])
        self.is_new = False
        self.loss_sum, self.samples = 0.0, 0
