"""Three ways to compare images wrongly."""

# --8<-- [start:odd]
import torch
import torch.nn.functional as F
from sklearn.datasets import load_sample_image

from photos import bicubic, photo, psnr, shrink

china = torch.tensor(load_sample_image("china.jpg"))[None, None, ..., 1] / 255
try:
    psnr(bicubic(shrink(china)), china)
except RuntimeError as error:
    print(error)
# --8<-- [end:odd]

# --8<-- [start:bytes]
cat = photo("chelsea")
guess = bicubic(shrink(cat))
cat_bytes = (cat.clamp(0, 1) * 255).round().to(torch.uint8)
guess_bytes = (guess.clamp(0, 1) * 255).round().to(torch.uint8)


def psnr_of_bytes(difference: torch.Tensor) -> float:
    return -10 * (difference.float() / 255).square().mean().log10().item()


print(f"bytes subtracted:        {psnr_of_bytes(guess_bytes - cat_bytes):.1f} dB")
right = psnr_of_bytes(guess_bytes.float() - cat_bytes.float())
print(f"floats of the same bytes: {right:.1f} dB")
three, five = torch.tensor([3, 5], dtype=torch.uint8)
print("3 - 5 in bytes:", (three - five).item())
# --8<-- [end:bytes]

# --8<-- [start:corners]
shifted = F.interpolate(shrink(cat), scale_factor=2, mode="bicubic", align_corners=True)
print(f"align_corners=True:  {psnr(shifted, cat):.2f} dB")
print(f"align_corners=False: {psnr(guess, cat):.2f} dB")
# --8<-- [end:corners]
