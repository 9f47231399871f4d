"""Squeeze pictures into 32 numbers, get them back, and draw new ones."""

# --8<-- [start:small]
import torch

from autoencoders import Autoencoder
from small_pictures import as_bytes, read, scaled
from train_generator import fit

emoji = read("emoji")
known, held = emoji.pixels[~emoji.held], emoji.pixels[emoji.held]
print("for the training:", tuple(known.shape), "held out:", len(held))

torch.manual_seed(0)
model = Autoencoder(channels=3)
print("a picture:", known[0].numel(), "numbers, its code:", model.size)
losses: list[float] = []


def report(step: int, loss: float) -> None:
    losses.append(loss)


labels = emoji.labels[~emoji.held]
fit(model, known, labels, steps=150, lr=2e-3, every=50, report=report)
print("mean loss of each fifty steps:", *(f"{loss:.2f}" for loss in losses))
# --8<-- [end:small]

# --8<-- [start:figure-back]
from generators import WEIGHTS, load, save_rows

autoencoder = load(WEIGHTS / "autoencoder_emoji.safetensors")
vae = load(WEIGHTS / "vae_emoji.safetensors")
twelve = held[::30][:12]
with torch.inference_mode():
    back = [
        as_bytes(model.decoder(model.encode(scaled(twelve))))
        for model in (autoencoder, vae)
    ]
save_rows("back.webp", [twelve, *back])
# --8<-- [end:figure-back]

# --8<-- [start:drawn]
with torch.inference_mode():
    codes = autoencoder.encode(scaled(known))
    drawn = torch.randn(12, 32, generator=torch.Generator().manual_seed(0))
    fitting = codes.mean(0) + drawn * codes.std(0)
    rows = [as_bytes(autoencoder.decoder(fitting)), as_bytes(vae.decoder(drawn))]
# --8<-- [end:drawn]

# --8<-- [start:figure-drawn]
clothes_vae = load(WEIGHTS / "vae_fashion.safetensors")
with torch.inference_mode():
    clothes = as_bytes(clothes_vae.decoder(drawn)).expand(-1, 3, -1, -1)
save_rows("drawn.webp", [*rows, clothes])
# --8<-- [end:figure-drawn]

# --8<-- [start:terms]
torch.manual_seed(0)
with torch.inference_mode():
    picture, cloud = vae.terms(scaled(held))
    mean, log_std = vae.encoder(scaled(held)).chunk(2, dim=1)
used = (mean.std(0) > 0.5).sum().item()
for name, term in {"picture": picture, "cloud": cloud}.items():
    print(f"{name}: about {round(term.item(), -1):.0f}")
print(f"numbers in use: {used} of {mean.shape[1]}")
# --8<-- [end:terms]


# --8<-- [start:between]
def between(one: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """Twelve from one to the other, equally far apart."""
    share = torch.linspace(0, 1, 12).view(-1, *[1] * one.dim())
    return one + share * (other - one)


# --8<-- [end:between]

# --8<-- [start:figure-between]
pair = scaled(held[[3, 250]])
with torch.inference_mode():
    rows = [as_bytes(between(*pair))]
    for model in (autoencoder, vae):
        rows.append(as_bytes(model.decoder(between(*model.encode(pair)))))
save_rows("between.webp", rows)
# --8<-- [end:figure-between]
