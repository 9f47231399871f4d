"""Draw measured ratios beside what guides claim, from the measurements' records."""

# --8<-- [start:figure]
import json
import re
from pathlib import Path
from statistics import median

import matplotlib.pyplot as plt

NEAR = [  # a title, the record, its labels, the claim
    ("memory\nwithout no_grad", "no-grad-memory-and-time.json", "memory", [2]),
    ("checkpointing\ntime", "checkpointing.json", "time of the step", [1.2]),
    ("checkpointing\npeak memory", "checkpointing.json", "peak of the step", [0.7]),
    ("bfloat16\nspeed", "mixed-precision-cpu.json", "speed", [2]),
    ("bfloat16\nbytes kept", "mixed-precision-cpu.json", "kept bytes", [0.5]),
    ("torch.compile\nspeed", "compile-break-even.json", "speed", [1.2, 1.4]),
]
FAR = [
    ("workers\ntime", "loading-workers.json", "worker", [0.5]),
    ("plain Python\ntime", "mini-framework.json", "plain Python.*times PyTorch", [500]),
]
measurements = Path(__file__).resolve().parents[2] / "snippets/measurements"


def ratios(file: str, labels: str) -> list[list[float]]:
    rows = json.loads((measurements / file).read_text(encoding="utf-8"))["rows"]
    return [
        [1 + value / 100 if "% change" in label else value for value in values]
        for label, values in rows.items()
        if re.search(labels, label)
    ]


def draw(axes: plt.Axes, claims: list[tuple[str, str, str, list[float]]]) -> None:
    line, middles = 0, []
    for _, file, labels, claim in claims:
        top = line
        for values in ratios(file, labels):
            axes.plot([min(values), max(values)], [line, line], color="C0")
            axes.plot(median(values), line, "o", color="C0", markersize=5)
            line += 1
        span = [top - 0.5, line - 0.5]
        axes.fill_betweenx(span, claim[0], claim[-1], color="C1", alpha=0.3, lw=0)
        axes.vlines(claim, *span, color="C1", linewidth=3, zorder=1)
        middles.append((top + line - 1) / 2)
        line += 1.5
    axes.axvline(1, color="C2", linewidth=1)
    axes.set(xscale="log", ylim=(line - 1, -1), yticks=middles)
    axes.set_yticklabels([title for title, *_ in claims], fontsize=10)
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")
    axes.minorticks_off()


figure, (near, far) = plt.subplots(
    2, figsize=(4.8, 6), height_ratios=[32, 17], layout="constrained"
)
draw(near, NEAR)
near.set(xticks=[0.5, 1, 2, 4], xticklabels=["0.5", "1", "2", "4"])
draw(far, FAR)
far.set(xticks=[0.1, 1, 10, 100, 1000], xticklabels=["0.1", "1", "10", "100", "1,000"])
far.plot([], [], "o-", color="C0", markersize=5, label="measured")
far.plot([], [], color="C1", linewidth=3, label="the claim")
far.plot([], [], color="C2", linewidth=1, label="no difference")
figure.legend(ncols=3, loc="outside lower center", fontsize=10, handlelength=1.2)
figure.savefig("ratios.svg")
# --8<-- [end:figure]
