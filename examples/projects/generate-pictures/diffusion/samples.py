"""Let the shipped diffusion models make pictures."""

# --8<-- [start:guidance]
import sys
from pathlib import Path

import torch

sys.path.append(str(Path(__file__).resolve().parents[1]))
from diffusion import QUARTER, mix, sample
from generators import WEIGHTS, load, save_rows
from small_pictures import SIDE, as_bytes, read

emoji_classes = read("emoji").classes
model = load(WEIGHTS / "diffusion_emoji.safetensors")
nine = torch.arange(9)
noise = torch.randn(9, 3, SIDE, SIDE, generator=torch.Generator().manual_seed(1))
rows = [as_bytes(sample(model, noise, nine, guidance)) for guidance in (0, 1, 2, 4)]
# --8<-- [end:guidance]

# --8<-- [start:figure-guidance]
save_rows("guidance.webp", rows)
# --8<-- [end:figure-guidance]

# --8<-- [start:figure-clothes]
clothes = read("fashion")
trained = load(WEIGHTS / "diffusion_fashion.safetensors")
noise = torch.randn(30, 1, SIDE, SIDE, generator=torch.Generator().manual_seed(2))
asked = torch.arange(10).repeat(3)
made = as_bytes(sample(trained, noise, asked, guidance=2.0))
real = [clothes.pixels[clothes.held & (clothes.labels == n)][:1] for n in range(10)]
save_rows("clothes.webp", [torch.cat(real), *made.split(10)])
# --8<-- [end:figure-clothes]


# --8<-- [start:between]
def turned(one: torch.Tensor, other: torch.Tensor, steps: int = 12) -> torch.Tensor:
    """From one noise to the other along a circle, so that each is noise as strong."""
    angles = torch.linspace(0, QUARTER, steps)
    return mix(one.expand(steps, -1, -1, -1), other, angles)


pair = torch.randn(2, 3, SIDE, SIDE, generator=torch.Generator().manual_seed(3))
path = turned(*pair)
straight = torch.lerp(*pair, 0.5)
print(f"deviation half way, along the circle: {path[6].std():.1f}")
print(f"deviation half way, straight:         {straight.std():.1f}")
# --8<-- [end:between]

# --8<-- [start:figure-between]
smileys = torch.full((12,), emoji_classes.index("smileys-emotion"))
flags = torch.full((12,), emoji_classes.index("flags"))
rows = [as_bytes(sample(model, path, labels, 2.0)) for labels in (smileys, flags)]
save_rows("between.webp", rows)
# --8<-- [end:figure-between]

# --8<-- [start:uniform]
from scores import Scores

scores = Scores("fashion", 60)
labels = scores.labels
generator = torch.Generator().manual_seed(1)
uniform = torch.rand(60, 1, SIDE, SIDE, generator=generator)
wrong = scores.recognised(as_bytes(sample(trained, uniform, labels)), labels)
print(f"recognised of what began with torch.rand: {wrong:.1f}")
# --8<-- [end:uniform]

# --8<-- [start:repair-uniform]
normal = torch.randn(60, 1, SIDE, SIDE, generator=generator)
right = scores.recognised(as_bytes(sample(trained, normal, labels)), labels)
print(f"recognised of what began with torch.randn: {right:.1f}")
# --8<-- [end:repair-uniform]
