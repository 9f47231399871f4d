"""Draw the measured scores and times."""

# --8<-- [start:figures]
import json
from pathlib import Path
from statistics import mean

import matplotlib.pyplot as plt

measurements = Path(__file__).resolve().parents[3] / "snippets/measurements"
scores = json.loads((measurements / "ticket-router.json").read_text(encoding="utf-8"))[
    "rows"
]
times = json.loads((measurements / "ticket-latency.json").read_text(encoding="utf-8"))[
    "rows"
]

routers = [
    "word counts",
    "word vectors",
    "small DistilBERT, lr 1e-3, at most 30 epochs",
]
figure, axes = plt.subplots(figsize=(4.8, 1.9), layout="constrained")
for place, name in enumerate(routers):
    low, high = scores[f"{name}: interval of the macro-F1"]
    axes.plot((low, high), (place, place), color="C0")
    axes.plot(mean(scores[f"{name}: macro-F1"]), place, "o", color="C0")
    axes.text(low, place - 0.15, name.split(",")[0])
axes.axvline(
    mean(scores["small DistilBERT, lr 2e-5, 3 epochs: macro-F1"]),
    color="C1",
    linestyle="--",
)
axes.set(
    xlim=(0, 1), ylim=(2.5, -0.7), yticks=[], xlabel="macro-F1 on the test tickets"
)
figure.savefig("scores.svg")

figure, axes = plt.subplots(figsize=(4.8, 2.4), layout="constrained")
kinds = {"eager": "C0", "compiled": "C1", "ONNX Runtime": "C2"}
slowest = max(max(times[f"small, {kind} (ms)"]) for kind in kinds)
for kind, color in kinds.items():
    values = times[f"small, {kind} (ms)"]
    axes.hist(
        values,
        bins=40,
        range=(0, slowest),
        histtype="step",
        linewidth=2,
        color=color,
        label=kind,
    )
axes.set(xlabel="ms for one ticket, small DistilBERT", ylabel="calls")
axes.legend(frameon=False)
figure.savefig("latency.svg")
# --8<-- [end:figures]
