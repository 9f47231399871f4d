"""Photos of scikit-image and scikit-learn, in grey, and a measure of likeness."""

# --8<-- [start:photos]
import torch
import torch.nn.functional as F
from skimage import data
from sklearn.datasets import load_sample_image

TRAINING = ("astronaut", "camera", "coffee", "motorcycle", "rocket")
HELD_OUT = ("chelsea", "china", "flower")


def photo(name: str) -> torch.Tensor:
    """Return the photo in grey, (1, 1, height, width), from 0 to 1, both sides even."""
    if name in ("china", "flower"):
        pixels = load_sample_image(f"{name}.jpg")
    else:
        pixels = (
            data.stereo_motorcycle()[0]
            if name == "motorcycle"
            else getattr(data, name)()
        )
    image = torch.tensor(pixels) / 255
    if image.ndim == 3:
        image = image @ torch.tensor([0.299, 0.587, 0.114])
    height, width = image.shape
    return image[None, None, : height // 2 * 2, : width // 2 * 2]


def shrink(images: torch.Tensor) -> torch.Tensor:
    """Halve both sides; antialias averages over what disappears."""
    return F.interpolate(
        images, scale_factor=0.5, mode="bicubic", antialias=True
    ).clamp(0, 1)


def bicubic(images: torch.Tensor) -> torch.Tensor:
    """Double both sides: each new pixel is a weighted sum of the 16 around it."""
    return F.interpolate(images, scale_factor=2, mode="bicubic")


def psnr(images: torch.Tensor, targets: torch.Tensor, border: int = 4) -> float:
    """Return the peak signal-to-noise ratio in dB, without the border."""
    inner = (..., slice(border, -border), slice(border, -border))
    error = (images[inner].clamp(0, 1) - targets[inner]).square().mean()
    return -10 * error.log10().item()


# --8<-- [end:photos]
