"""Draw how much longer than PyTorch a training step takes, from what was measured."""

# --8<-- [start:arithmetic]
images = 90 * 1_281_167
print(f"{images / (6 * 3600):,.0f} images a second")
# --8<-- [end:arithmetic]

# --8<-- [start:figure]
import json
from pathlib import Path
from statistics import median

import matplotlib.pyplot as plt

root = Path(__file__).resolve().parents[3]
record = root / "snippets/measurements/mini-framework.json"
rows = json.loads(record.read_text(encoding="utf-8"))["rows"]
batches = (1, 10, 100, 1000)

figure, axes = plt.subplots(figsize=(5, 4))
for color, name in [("C0", "plain Python"), ("C1", "NumPy engine")]:
    for width, style in [(64, "-"), (8, "--")]:
        label = f"{name}, width {width}"
        keys = [f"{label}, batch {batch} (times PyTorch)" for batch in batches]
        ratios = [median(rows[key]) for key in keys]
        axes.plot(batches, ratios, style, color=color, marker="o", label=label)
axes.axhline(1, color="C2")
axes.text(1, 1.15, "PyTorch", color="C2")
axes.axhline(500, color="C3", linestyle=":")
axes.text(1, 270, "500 times", color="C3")
axes.set(xscale="log", xlabel="batch")
axes.set(yscale="log", ylabel="time of a step, PyTorch = 1")
axes.minorticks_off()
axes.legend(ncols=2, fontsize=10, loc="lower center", bbox_to_anchor=(0.45, 1))
figure.savefig("ratio.svg")
# --8<-- [end:figure]
