"""Look for a rate with a finder, and count what doubling a model brings with it."""

# --8<-- [start:finder]
from jargon import read, split
from rates import lowest_point, rising, smooth, take_steps
from shipped import load_pieces
from train_gpt import Options, build

pieces, _ = load_pieces()
parts = split(read())
tokens = pieces.encode(parts["training"])
options = Options(size=512)
tried = rising(1e-5, 1.0, 100)
model = build(options)
losses = take_steps(model, tokens, options, tried)
bottom = lowest_point(tried, losses)
print(f"factor from batch to batch: {tried[1] / tried[0]:.3f}")
print(f"lowest point: {bottom:.2f}")
# --8<-- [end:finder]

# --8<-- [start:figure-finder]
import matplotlib.pyplot as plt

shown = [place for place, rate in enumerate(tried) if rate < 0.15]
figure, axes = plt.subplots(figsize=(6.4, 3))
axes.axvspan(bottom / 10, bottom / 3, color="C4", alpha=0.25, linewidth=0)
for values, color, label in (
    (losses, "C0", "each batch"),
    (smooth(losses), "C1", "smoothed"),
):
    axes.plot([tried[n] for n in shown], [values[n] for n in shown], color, label=label)
axes.plot(bottom, min(smooth(losses)), "C1o")
axes.set(xscale="log", xlabel="learning rate", ylabel="bits per piece", ylim=(7, 9.5))
axes.legend(loc="lower left")
figure.savefig("finder.svg")
# --8<-- [end:figure-finder]

# --8<-- [start:plans]
from rates import plan

plans = {f"{warm} steps of warm-up": plan(0.007, 300, warm) for warm in (0, 15, 60)}
for name, rates in plans.items():
    first = ", ".join(f"{rate:.4f}" for rate in rates[:3])
    print(f"{name}: {first} … {rates[150]:.4f} … {rates[-1]:.0e}")
# --8<-- [end:plans]

# --8<-- [start:counts]
from sizes import SIZES, share_of

for name, (options, share) in SIZES.items():
    weights = sum(weight.numel() for weight in build(options).parameters())
    text = len(pieces.encode(share_of(parts["training"], share)))
    passes = options.steps * options.batch * options.context / text
    print(f"{name:10} {weights:8,} weights, {passes:5.1f} passes over its text")
# --8<-- [end:counts]

# --8<-- [start:spoiled]
options = Options(size=512)
last = take_steps(model, tokens, options, [0.007] * 20)[-1]
print(f"20 steps after the finder: {last:.0f} bits per piece")
# --8<-- [end:spoiled]

# --8<-- [start:repair-spoiled]
last = take_steps(build(options), tokens, options, [0.007] * 20)[-1]
print(f"20 steps of a new model: {last:.1f} bits per piece")
# --8<-- [end:repair-spoiled]
