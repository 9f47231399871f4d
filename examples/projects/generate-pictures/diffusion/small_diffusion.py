"""Train a small diffusion model for a few steps, and see the full one grow."""

# --8<-- [start:small]
import sys
from pathlib import Path

import torch

sys.path.append(str(Path(__file__).resolve().parents[1]))
from diffusion import Diffusion, sample
from small_pictures import SIDE, as_bytes, read
from train_generator import fit

clothes = read("fashion")
known = ~clothes.held
torch.manual_seed(0)
small = Diffusion(channels=1, classes=10, width=16)
losses: list[float] = []


def report(step: int, loss: float) -> None:
    losses.append(loss)


pixels, labels = clothes.pixels[known], clothes.labels[known]
fit(small, pixels, labels, steps=40, lr=3e-3, every=10, report=report)
print(f"loss after 10 steps {losses[0]:.1f}, after 40 {losses[-1]:.1f}")
# --8<-- [end:small]

# --8<-- [start:figure-small]
from generators import WEIGHTS, load, save_rows

noise = torch.randn(10, 1, SIDE, SIDE, generator=torch.Generator().manual_seed(0))
everything = torch.arange(10)
trained = load(WEIGHTS / "diffusion_fashion.safetensors")
rows = [as_bytes(sample(model, noise, everything)) for model in (small, trained)]
save_rows("small.webp", rows)
# --8<-- [end:figure-small]

# --8<-- [start:figure-moments]
from safetensors.torch import load_file

moments = load_file(WEIGHTS / "moments_emoji.safetensors")
save_rows("moments.webp", [moments[step] for step in sorted(moments, key=int)])
# --8<-- [end:figure-moments]
