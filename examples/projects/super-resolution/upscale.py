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

# --8<-- [start:colours]
from skimage import data

rgb = torch.tensor(data.chelsea()).permute(2, 0, 1).unsqueeze(1) / 255
rgb = rgb[..., :450]
small_rgb = shrink(rgb)
with torch.inference_mode():
    large_rgb = model(small_rgb.to(device)).cpu()
print(
    tuple(rgb.shape), "to", tuple(small_rgb.shape), "and back", tuple(large_rgb.shape)
)
print(f"bicubic: {psnr(bicubic(small_rgb), rgb):.2f} dB")
print(f"network: {psnr(large_rgb, rgb):.2f} dB")
# --8<-- [end:colours]

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
print(f"against bicubic: {before:+.1f} dB before training, {now:+.1f} after 40 steps")
# --8<-- [end:train]

# --8<-- [start:losses]
possible = torch.tensor([0.0, 0.0, 0.0, 1.0, 1.0])
guesses = torch.linspace(0, 1, 101)
for name, loss_function in LOSSES.items():
    losses = [loss_function(guess.expand(5), possible) for guess in guesses]
    print(f"{name}: {guesses[torch.stack(losses).argmin()].item():.2f}")
# --8<-- [end:losses]

# --8<-- [start:figure-cat]
import matplotlib.pyplot as plt

squares = small_rgb.repeat_interleave(2, dim=2).repeat_interleave(2, dim=3)
pictures = {
    "half the size": squares,
    "bicubic": bicubic(small_rgb),
    "network": large_rgb,
    "photo": rgb,
}
pictures = {name: p[:, 0].permute(1, 2, 0).clamp(0, 1) for name, p in pictures.items()}
figure, panels = plt.subplots(2, 2, figsize=(7, 6.7), layout="constrained")
for axes, (name, picture) in zip(panels.flat, pictures.items()):
    axes.imshow(picture[:, 60:390])
    axes.set_title(name, fontsize=14)
    axes.axis("off")
figure.savefig("cat.webp", pil_kwargs={"quality": 60})
# --8<-- [end:figure-cat]

# --8<-- [start:figure-whiskers]
crop = (slice(244, 272), slice(124, 152))
low, high = pictures["photo"][crop].min(), pictures["photo"][crop].max()
figure, panels = plt.subplots(1, 4, figsize=(7, 2.1), layout="constrained")
for axes, (name, picture) in zip(panels, pictures.items()):
    axes.imshow(((picture[crop] - low) / (high - low)).clamp(0, 1))
    axes.set_title(name, fontsize=14)
    axes.axis("off")
figure.savefig("whiskers.webp", pil_kwargs={"lossless": True})
# --8<-- [end:figure-whiskers]
