"""Choose the best of many that are equally good, and draw from the wrong scale."""

# --8<-- [start:flattered]
import torch

torch.manual_seed(0)
runs, share = 30, 0.8
validation = (torch.rand(runs, 500) < share).float().mean(dim=1)
test = (torch.rand(runs, 500) < share).float().mean(dim=1)
best = validation.argmax()
print(f"validation: mean {validation.mean():.3f}, best {validation[best]:.3f}")
print(f"test of that run: {test[best]:.3f}")
# --8<-- [end:flattered]

# --8<-- [start:how-much]
for chosen_from in (3, 10, 30):
    draws = (torch.rand(2000, chosen_from, 500) < share).float().mean(dim=2)
    gained = draws.amax(dim=1).mean() - share
    print(f"best of {chosen_from:2}: {gained:+.3f}")
# --8<-- [end:how-much]

# --8<-- [start:scale]
import random

generator = random.Random(0)
even = [generator.uniform(1e-4, 1) for _ in range(1000)]
powers = [10 ** generator.uniform(-4, 0) for _ in range(1000)]
for name, rates in (("uniform", even), ("uniform in the exponent", powers)):
    print(f"{name:23} {sum(rate < 0.01 for rate in rates):4} of 1000 below 0.01")
# --8<-- [end:scale]
