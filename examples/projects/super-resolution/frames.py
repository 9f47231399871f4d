"""Guess the frame between two frames: by blending, and by moving both halfway."""

# --8<-- [start:frames]
import torch
import torch.nn.functional as F

from photos import photo, psnr

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
cat = photo("chelsea")
first = cat[..., 50:210, 80:320]
middle = cat[..., 52:212, 86:326]
last = cat[..., 54:214, 92:332]
print("frames:", tuple(first.shape))
print(f"first + last, halved: {psnr((first + last) / 2, middle, border=16):.1f} dB")
# --8<-- [end:frames]


# --8<-- [start:warp]
def warp(image: torch.Tensor, shift: torch.Tensor) -> torch.Tensor:
    """Return what the camera sees after a move by shift = (right, down) pixels."""
    height, width = image.shape[-2:]
    size = torch.tensor([width, height], device=image.device)
    still = torch.eye(2, 3, device=image.device).unsqueeze(0)
    grid = F.affine_grid(still, list(image.shape), align_corners=False)
    places = grid + 2 * shift / size
    return F.grid_sample(image, places, padding_mode="border", align_corners=False)


moved = warp(first, torch.tensor([6.0, 2.0]))
inside = (..., slice(16, -16), slice(16, -16))
off = (moved - middle)[inside].abs().max().item()
print(f"away from the edges, off by at most {off:.4f}")
# --8<-- [end:warp]


# --8<-- [start:estimate]
def estimate(
    first: torch.Tensor, last: torch.Tensor, scales: tuple[int, ...] = (8, 4, 2, 1)
) -> torch.Tensor:
    """Return the shift that makes last of first, by gradient descent from coarse on."""
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
far = cat[..., 57:217, 100:340].to(device)
truth = torch.tensor([20.0, 7.0], device=device)
for scales in ((8, 4, 2, 1), (1, 1, 1, 1)):
    left = (estimate(first, far, scales) - truth).norm().item()
    print(f"{scales} ends {left:.0f} pixels from (20, 7)")
# --8<-- [end:estimate]


# --8<-- [start:between]
def between(
    first: torch.Tensor, last: torch.Tensor, shift: torch.Tensor
) -> torch.Tensor:
    """Move the first frame half way forward, the last half way back; average them."""
    return (warp(first, shift / 2) + warp(last, -shift / 2)) / 2


guess = between(first, last, shift)
tens = psnr(guess, middle, border=16) // 10 * 10
print(f"moved, then halved: more than {tens:.0f} dB")
# --8<-- [end:between]

# --8<-- [start:two-motions]
scene, piece = [], cat[..., 200:250, 200:250].to(device)
for step, frame in enumerate((first, middle, last)):
    frame = frame.clone()
    frame[..., 60:110, 100 + 6 * step : 150 + 6 * step] = piece
    scene.append(frame)
shift = estimate(scene[0], scene[2])
guess = between(scene[0], scene[2], shift)
patch = (..., slice(60, 110), slice(106, 156))
print("estimated shift:", [round(value) for value in shift.tolist()])
print(f"in the patch, moved by it: {psnr(guess[patch], scene[1][patch]):.1f} dB")
right = between(scene[0], scene[2], torch.tensor([-12.0, 0.0], device=device))
off = (right - scene[1])[patch].abs().max().item()
print(f"moved by the patch's own shift, off by at most {off:.4f}")
# --8<-- [end:two-motions]
