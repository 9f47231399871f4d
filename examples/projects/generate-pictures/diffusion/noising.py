"""Draw noise schedules, and what they do to a picture."""

# --8<-- [start:mixed]
import sys
from pathlib import Path

import torch

sys.path.append(str(Path(__file__).resolve().parents[1]))
from diffusion import QUARTER, mix
from small_pictures import as_bytes, read, scaled

emoji = read("emoji")
picture = scaled(emoji.pixels[emoji.labels == 3][:1])
noise = torch.randn(picture.shape, generator=torch.Generator().manual_seed(0))
for share in (0, 1 / 3, 2 / 3, 1):
    angle = torch.tensor([share * QUARTER])
    parts = angle.cos().square().item(), angle.sin().square().item()
    print(f"angle {share:.2f} of a quarter: variance {parts[0]:.2f} + {parts[1]:.2f}")
# --8<-- [end:mixed]

# --8<-- [start:schedules]
time = torch.linspace(0, 1, 101)
betas = torch.linspace(1e-4, 0.02, 1000)
kept = torch.cat((torch.ones(1), (1 - betas).cumprod(0)))
linear = kept[(time * 1000).round().long()].sqrt().acos()
schedules = {"even angles (cosine)": QUARTER * time, "even betas (linear)": linear}
for name, angles in schedules.items():
    half, late = angles[[50, 80]].cos().square().tolist()
    print(f"{name}: of the picture {half:.2f} at half time, {late:.3f} at 0.8")
# --8<-- [end:schedules]

# --8<-- [start:figure-schedules]
import matplotlib.pyplot as plt

figure, sides = plt.subplots(1, 2, figsize=(7, 2.4), layout="constrained")
for number, (name, angles) in enumerate(schedules.items()):
    sides[0].plot(time, angles.cos().square(), f"C{number}", label=name)
    ratio = 20 * (angles[1:-1].cos() / angles[1:-1].sin()).log10()
    sides[1].plot(time[1:-1], ratio, f"C{number}")
sides[0].set_ylabel("share of the picture")
sides[1].set_ylabel("picture to noise, dB")
for axes in sides:
    axes.set_xlabel("time")
lines = sides[0].get_legend_handles_labels()
figure.legend(*lines, loc="outside upper center", ncols=2)
figure.savefig("schedules.svg")
# --8<-- [end:figure-schedules]

# --8<-- [start:figure-noised]
from generators import save_rows

places = torch.linspace(0, 100, 12).round().long()
rows = [
    as_bytes(mix(picture.expand(12, -1, -1, -1), noise, angles[places]))
    for angles in schedules.values()
]
save_rows("noised.webp", rows)
# --8<-- [end:figure-noised]

# --8<-- [start:circle]
angle = torch.tensor([0.4 * QUARTER])
mixed, direction = mix(picture, noise, angle), mix(noise, -picture, angle)
again = angle.cos() * mixed - angle.sin() * direction
noise_again = angle.sin() * mixed + angle.cos() * direction
for name, before, back in (("picture", picture, again), ("noise", noise, noise_again)):
    one = [f"{values[0, 1, 4, 8]:.2f}" for values in (before, mixed, back)]
    print(f"one number of the {name}: {one[0]}, mixed {one[1]}, back {one[2]}")
# --8<-- [end:circle]
