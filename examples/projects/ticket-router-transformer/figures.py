"""Draw the measured scores and times."""

# --8<-- [start:figures]
import json
from pathlib import Path
from statistics import mean

import matplotlib.pyplot as plt

measurements = Path(__file__).resolve().parents[3] / "snippets/measurements"


def rows(file: str) -> dict[str, list[float]]:
    return json.loads((measurements / file).read_text(encoding="utf-8"))["rows"]


scores, times = rows("ticket-router.json"), rows("ticket-latency.json")
small = "small DistilBERT, lr 1e-3, at most 30 epochs"
routers = ["word counts", "word vectors", small]
figure, axes = plt.subplots(figsize=(4.8, 1.9), layout="constrained")
for place, name in enumerate(routers):
    low, high = scores[f"{name}: interval of the macro-F1"]
    axes.plot((low, high), (place, place), color="C0")
    axes.plot(mean(scores[f"{name}: macro-F1"]), place, "o", color="C0")
    axes.text(low, place - 0.15, name.split(",")[0])
usual = mean(scores["small DistilBERT, lr 2e-5, 3 epochs: macro-F1"])
axes.axvline(usual, color="C1", linestyle="--")
axes.set(xlabel="macro-F1 on the test tickets", xlim=(0, 1))
axes.set(yticks=[], ylim=(2.5, -0.7))
figure.savefig("scores.svg")

figure, axes = plt.subplots(figsize=(4.8, 2.4), layout="constrained")
kinds = {"eager": "C0", "compiled": "C1", "ONNX Runtime": "C2"}
slowest = max(max(times[f"small, {kind} (ms)"]) for kind in kinds)
for kind, color in kinds.items():
    values = times[f"small, {kind} (ms)"]
    look = {"histtype": "step", "linewidth": 2, "color": color}
    axes.hist(values, bins=40, range=(0, slowest), label=kind, **look)
axes.set(xlabel="ms for one ticket, small DistilBERT", ylabel="calls")
axes.legend(frameon=False)
figure.savefig("latency.svg")
# --8<-- [end:figures]
