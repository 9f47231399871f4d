"""Add up on the device, open the file for each row, and start the sums anew."""

import csv
from pathlib import Path

import torch


class EpochLog:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.loss_sum: torch.Tensor | float = 0.0
        self.samples = 0

    def batch(self, loss: torch.Tensor, samples: int) -> None:
        self.loss_sum = self.loss_sum + loss.detach() * samples
        self.samples += samples

    def end_epoch(self, epoch: int, lr: float) -> None:
        is_new = not self.path.exists()
        with self.path.open("a", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            if is_new:
                writer.writerow(["epoch", "lr", "loss"])
            writer.writerow([epoch, lr, float(self.loss_sum) / self.samples])
        self.loss_sum, self.samples = 0.0, 0
