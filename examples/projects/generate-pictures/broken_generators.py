"""Meet what goes wrong with networks that make pictures."""

# --8<-- [start:sentences]
from pathlib import Path

from PIL import Image

from generators import load
from small_pictures import read

for name in ("none", "one/bears", "gap/bears", "gap/cats", "bad/bears", "bad/cats"):
    Path(name).mkdir(parents=True)
for name in ("one/bears", "gap/bears", "few/bears", "few/cats"):
    Path(name).mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (40, 30), "brown").save(f"{name}/one.png")
Path("bad/bears/bear.png").write_text("a list of bears", encoding="utf-8")
whole = Path("one/bears/one.png").read_bytes()
Path("bad/cats/cat.png").write_bytes(whole)
for folder in ("gone", "none", "one", "gap", "few", "bad"):
    try:
        read(folder)
    except (FileNotFoundError, ValueError) as error:
        print(error)
Path("bad/bears/bear.png").write_bytes(whole[:60])
Path("weights.safetensors").write_bytes(b"no weights")
for action in (lambda: read("bad"), lambda: load(Path("weights.safetensors"))):
    try:
        action()
    except ValueError as error:
        print(error)
# --8<-- [end:sentences]

# --8<-- [start:mean]
import torch

from autoencoders import VAE
from small_pictures import scaled
from train_generator import fit

clothes = read("fashion")
known = ~clothes.held
pixels, labels = clothes.pixels[known], clothes.labels[known]


class MeanVAE(VAE):
    """The same, but for the picture: a mean over its values instead of their sum."""

    def terms(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        picture, cloud = super().terms(x)
        return picture / x[0].numel(), cloud


def spread(model: VAE) -> float:
    """How far the codes of different pictures lie apart: their largest deviation."""
    torch.manual_seed(0)
    fit(model, pixels, labels, steps=100, lr=2e-3)
    with torch.inference_mode():
        return model.encode(scaled(pixels)).std(0).max().item()


torch.manual_seed(0)
print(f"a mean: the codes of the pictures deviate by {spread(MeanVAE(1)):.1f}")
# --8<-- [end:mean]

# --8<-- [start:repair-mean]
torch.manual_seed(0)
print(f"a sum: the codes of the pictures deviate by {spread(VAE(1)):.1f}")
# --8<-- [end:repair-mean]
