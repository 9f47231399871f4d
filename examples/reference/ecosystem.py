"""Shapes and targets of three tasks beside classification, with one-layer models."""

# --8<-- [start:tasks]
import torch
from torch import nn
from torch.nn import functional as F

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
torch.manual_seed(0)
clips = torch.rand(2, 3, 8, 32, 32).to(device)
images = clips[:, :, 0]

segment = nn.Conv2d(3, 5, kernel_size=3, padding=1).to(device)
logits, classes = segment(images), torch.randint(5, (2, 32, 32)).to(device)
F.cross_entropy(logits, classes).backward()
print("segmentation:", list(logits.shape), "against", list(classes.shape))

denoise = nn.Conv2d(3 + 1, 3, kernel_size=3, padding=1).to(device)
noise, level = torch.randn(2, 3, 32, 32).to(device), torch.rand(2, 1, 1, 1).to(device)
noisy = (1 - level).sqrt() * images + level.sqrt() * noise
guess = denoise(torch.cat([noisy, level.expand(-1, -1, 32, 32)], dim=1))
F.mse_loss(guess, noise).backward()
print("diffusion:", list(guess.shape), "against", list(noise.shape))

over_time = nn.Conv3d(3, 4, kernel_size=3, padding=1).to(device)
frames = clips.transpose(1, 2).flatten(0, 1)
print("video:", list(over_time(clips).shape), "or frame by frame", list(frames.shape))
# --8<-- [end:tasks]
