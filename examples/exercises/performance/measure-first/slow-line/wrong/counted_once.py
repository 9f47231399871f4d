"""Assignment by index keeps one row for each station."""

# hint: does every row count, also where a station comes twice?
import torch


def station_means(readings: torch.Tensor, station: torch.Tensor, stations: int) -> torch.Tensor:
    scaled = (readings - readings.mean(dim=0)) / readings.std(dim=0)
    clipped = scaled.clamp(-3, 3)
    sums = torch.zeros(stations, readings.shape[1])
    sums[station] += clipped
    counts = torch.bincount(station, minlength=stations)
    return sums / counts.clamp(min=1).unsqueeze(1)
