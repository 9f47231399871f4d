"""Replaces the loop over the columns, which was not the slow line."""

# hint: a line still runs operations for each row
import torch


def station_means(readings: torch.Tensor, station: torch.Tensor, stations: int) -> torch.Tensor:
    scaled = (readings - readings.mean(dim=0)) / readings.std(dim=0)
    clipped = scaled.clamp(-3, 3)
    sums = torch.zeros(stations, readings.shape[1])
    for row, number in zip(clipped, station):
        sums[number] += row
    counts = torch.bincount(station, minlength=stations)
    return sums / counts.clamp(min=1).unsqueeze(1)
