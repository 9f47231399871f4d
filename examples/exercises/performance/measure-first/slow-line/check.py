"""Check station_means: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch
from torch.nn import functional as F

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Count, Wrong, cases, expect, main


def right(readings: torch.Tensor, station: torch.Tensor, stations: int) -> torch.Tensor:
    clipped = ((readings - readings.mean(dim=0)) / readings.std(dim=0)).clamp(-3, 3)
    member = F.one_hot(station, stations).to(readings.dtype)
    return member.T @ clipped / member.sum(dim=0).clamp(min=1).unsqueeze(1)


def check(module: ModuleType) -> str:
    counts = {}
    features, stations = random.randint(2, 4), random.randint(3, 6)
    for rows in cases((random.randint(20, 40), 400)):
        readings = torch.randn(rows, features) ** 3
        station = torch.randint(0, stations - 1, (rows,))
        with Count(module) as count:
            got = module.station_means(readings.clone(), station.clone(), stations)
        call = (
            f"station_means(readings of shape {tuple(readings.shape)}, "
            f"station, {stations})"
        )
        hint = (
            "the values differ; does every row count, also where a station comes twice?"
        )
        if isinstance(got, torch.Tensor) and got.isnan().any():
            hint = "a station without readings has 0, not nan"
        expect(call, got, right(readings, station, stations), hint, atol=1e-5)
        counts[rows] = count.number
    (small, few), (large, many) = counts.items()
    if many > few + 5:
        raise Wrong(
            f"station_means with {small} and with {large} rows",
            expected="the same number of steps",
            got=f"{few} and {many}",
            hint=(
                "a line still runs operations for each row; "
                "profile it and look at the number of calls"
            ),
        )
    return f"{few} steps for {small} rows, {many} for {large}."


if __name__ == "__main__":
    main(
        check,
        hints=(
            "Profile a call with 1,000 rows and look for calls that come by the "
            "thousand. `zeros.index_add_(0, index, source)` adds each row of source "
            "to the row that index names, also if a number comes twice."
        ),
        right=(
            "Next: does a line still run an operation for each feature? Replace it."
        ),
    )
