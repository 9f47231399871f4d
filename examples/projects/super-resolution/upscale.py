"""Double the size of a photo: bicubic, and a network that corrects it."""

# --8<-- [start:baseline]
from pathlib import Path

import torch
import torch.nn.functional as F
from safetensors import safe_open
from safetensors.torch import load_file
from torch import nn

from learn import LOSSES, fit, gain
from photos import HELD_OUT, bicubic, photo, psnr, shrink
from upscaler import Upscaler

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
cat = photo("chelsea")
small = shrink(cat)
back = bicubic(small)
print(tuple(cat.shape), "to", tuple(small.shape), "and back", tuple(back.shape))
print(f"bicubic:  {psnr(back, cat):.2f} dB")
bilinear = F.interpolate(small, scale_factor=2, mode="bilinear")
print(f"bilinear: {psnr(bilinear, cat):.2f} dB")
# --8<-- [end:baseline]

# --8<-- [start:network]
path = Path(__file__).resolve().parent / "upscaler.safetensors"
model = Upscaler()
model.load_state_dict(load_file(path))
model.to(device).eval()
with safe_open(path, framework="pt") as file:
    print({fact: file.metadata()[fact] for fact in ("trained on", "loss", "steps")})
with torch.inference_mode():
    large = model(small.to(device)).cpu()
print(f"network:  {psnr(large, cat):.2f} dB")
for name in HELD_OUT:
    print(f"{name:8} {gain(model, name):+.2f} dB")
# --8<-- [end:network]

# --8<-- [start:shuffle]
channels = torch.arange(16.0).reshape(1, 4, 2, 2)
print(channels[0])
print(nn.PixelShuffle(2)(channels)[0, 0])
# --8<-- [end:shuffle]

# --8<-- [start:by-hand]
by_hand = channels.reshape(1, 2, 2, 2, 2).permute(0, 3, 1, 4, 2).reshape(1, 1, 4, 4)
print("the same by hand:", torch.equal(by_hand, nn.PixelShuffle(2)(channels)))
print("and back:", torch.equal(nn.PixelUnshuffle(2)(by_hand), channels))
# --8<-- [end:by-hand]

# --8<-- [start:train]
start = fit(LOSSES["l2"], 0, seed=0, device=device)
after = fit(LOSSES["l2"], 40, seed=0, device=device)
before, now = gain(start, "chelsea"), gain(after, "chelsea")
print("before training, worse than bicubic:", before < 0)
print("after 40 steps, better than before: ", now > before)
# --8<-- [end:train]

# --8<-- [start:losses]
possible = torch.tensor([0.0, 0.0, 0.0, 1.0, 1.0])
guesses = torch.linspace(0, 1, 101)
for name, loss_function in LOSSES.items():
    losses = [loss_function(guess.expand(5), possible) for guess in guesses]
    print(f"{name}: {guesses[torch.stack(losses).argmin()].item():.2f}")
# --8<-- [end:losses]

# --8<-- [start:figure-whiskers]
from itertools import pairwise

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import PathPatch
from matplotlib.path import Path as Strokes

LEVELS, SIDE, POINTS = 5, 28, 4


def draw(axes: Axes, image: torch.Tensor, left: float) -> None:
    """Draw grey values from 0 to 1 as horizontal strokes, one path for each level."""
    ends = [[] for _ in range(LEVELS)]
    for row, values in enumerate((image * LEVELS).long().clamp(0, LEVELS - 1).tolist()):
        edges = [0, *(x for x in range(1, SIDE) if values[x] != values[x - 1]), SIDE]
        for start, end in pairwise(edges):
            y = -POINTS * (row + 0.5)
            ends[values[start]] += [(left + POINTS * x, y) for x in (start, end)]
    look = {"fill": False, "lw": POINTS, "capstyle": "butt", "antialiased": False}
    for level, points in enumerate(ends):
        if points:
            moves = [Strokes.MOVETO, Strokes.LINETO] * (len(points) // 2)
            grey = str(round((level + 0.5) / LEVELS, 2))
            axes.add_patch(PathPatch(Strokes(points, moves), edgecolor=grey, **look))


crop = (0, 0, slice(244, 244 + SIDE), slice(125, 125 + SIDE))
low, high = cat[crop].min(), cat[crop].max()
panel = POINTS * SIDE
figure = plt.figure(figsize=((3 * panel + 24) / 72, (panel + 20) / 72))
axes = figure.add_axes((0, 0, 1, 1), xlim=(0, 3 * panel + 24), ylim=(-panel - 20, 0))
axes.axis("off")
pictures = {"bicubic": bicubic(small), "network": large, "photo": cat}
for number, (title, image) in enumerate(pictures.items()):
    left = number * (panel + 12)
    draw(axes, (image[crop] - low) / (high - low), left)
    axes.text(left + panel / 2, -panel - 15, title, ha="center")
figure.savefig("whiskers.svg")
# --8<-- [end:figure-whiskers]
