"""The loop over the columns looks slow too, but it does not grow with the rows."""

import torch


def station_means(
    readings: torch.Tensor, station: torch.Tensor, stations: int
) -> torch.Tensor:
    scaled = (readings - readings.mean(dim=0)) / readings.std(dim=0)
    columns = [column.clamp(-3, 3) for column in scaled.unbind(dim=1)]
    clipped = torch.stack(columns, dim=1)
    sums = torch.zeros(stations, readings.shape[1])
    sums.index_add_(0, station, clipped)
    counts = torch.bincount(station, minlength=stations)
    return sums / counts.clamp(min=1).unsqueeze(1)
