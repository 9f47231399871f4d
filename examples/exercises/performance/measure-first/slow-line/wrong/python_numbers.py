"""No indexing by tensors, but still a loop over the rows."""

# hint: a line still runs operations for each row
import torch


def station_means(readings: torch.Tensor, station: torch.Tensor, stations: int) -> torch.Tensor:
    scaled = (readings - readings.mean(dim=0)) / readings.std(dim=0)
    clipped = scaled.clamp(-3, 3)
    sums = torch.zeros(stations, readings.shape[1])
    for row, number in enumerate(station.tolist()):
        sums[number] += clipped[row]
    counts = torch.bincount(station, minlength=stations)
    return sums / counts.clamp(min=1).unsqueeze(1)
