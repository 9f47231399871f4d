"""Guess the frame between two frames: by blending, and by moving both halfway."""

# --8<-- [start:frames]
import torch
import torch.nn.functional as F

from photos import photo, psnr

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
cat = photo("chelsea")
first, middle, last = (
    cat[..., 50 + 2 * step : 210 + 2 * step, 80 + 6 * step : 320 + 6 * step]
    for step in range(3)
)
print("frames:", tuple(first.shape))
print(f"first + last, halved: {psnr((first + last) / 2, middle, border=16):.1f} dB")
# --8<-- [end:frames]


# --8<-- [start:warp]
def warp(image: torch.Tensor, shift: torch.Tensor) -> torch.Tensor:
    """Return what the camera sees after it has moved by shift = (right, down) pixels."""
    height, width = image.shape[-2:]
    size = torch.tensor([width, height], device=image.device)
    still = torch.eye(2, 3, device=image.device).unsqueeze(0)
    grid = F.affine_grid(still, list(image.shape), align_corners=False)
    return F.grid_sample(
        image, grid + 2 * shift / size, padding_mode="border", align_corners=False
    )


moved = warp(first, torch.tensor([6.0, 2.0]))
inside = (..., slice(16, -16), slice(16, -16))
print(
    "the middle frame, away from the edges:",
    torch.allclose(moved[inside], middle[inside], atol=1e-4),
)
# --8<-- [end:warp]


# --8<-- [start:estimate]
def estimate(
    first: torch.Tensor, last: torch.Tensor, scales: tuple[int, ...] = (8, 4, 2, 1)
) -> torch.Tensor:
    """Return the shift that makes last of first, found by gradient descent from coarse to fine."""
    shift = torch.zeros(2, device=first.device, requires_grad=True)
    for scale in scales:
        small, target = (F.avg_pool2d(image, scale) for image in (first, last))
        optimizer = torch.optim.Adam([shift], lr=0.25 * scale)
        for _ in range(40):
            optimizer.zero_grad()
            loss = F.l1_loss(warp(small, shift / scale), target)
            loss.backward()
            optimizer.step()
    return shift.detach()


first, middle, last = first.to(device), middle.to(device), last.to(device)
shift = estimate(first, last)
print("estimated shift:", [round(value) for value in shift.tolist()])
far, truth = (
    cat[..., 57:217, 100:340].to(device),
    torch.tensor([20.0, 7.0], device=device),
)
for scales in ((8, 4, 2, 1), (1, 1, 1, 1)):
    print(
        scales,
        "finds (20, 7):",
        torch.allclose(estimate(first, far, scales), truth, atol=0.5),
    )
# --8<-- [end:estimate]


# --8<-- [start:between]
def between(
    first: torch.Tensor, last: torch.Tensor, shift: torch.Tensor
) -> torch.Tensor:
    """Move the first frame half of the way forward and the last one half of the way back, and take their mean."""
    return (warp(first, shift / 2) + warp(last, -shift / 2)) / 2


guess = between(first, last, shift)
blend = (first + last) / 2
better = psnr(guess, middle, border=16) - psnr(blend, middle, border=16)
print("more than 20 dB better than the blend:", better > 20)
# --8<-- [end:between]

# --8<-- [start:two-motions]
scene = []
for step, frame in enumerate((first, middle, last)):
    frame = frame.clone()
    frame[..., 60:110, 100 + 6 * step : 150 + 6 * step] = cat[..., 200:250, 200:250].to(
        device
    )
    scene.append(frame)
shift = estimate(scene[0], scene[2])
guess = between(scene[0], scene[2], shift)
patch = (..., slice(60, 110), slice(106, 156))
print("estimated shift:", [round(value) for value in shift.tolist()])
print(f"in the patch, moved by it: {psnr(guess[patch], scene[1][patch]):.1f} dB")
right = between(scene[0], scene[2], torch.tensor([-12.0, 0.0], device=device))
print(
    "moved by the patch's own shift, exact:",
    torch.allclose(right[patch], scene[1][patch], atol=1e-4),
)
# --8<-- [end:two-motions]
