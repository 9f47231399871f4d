"""Compare photos by features, and train the upscaler against a second network."""

# --8<-- [start:features]
from collections.abc import Callable
from pathlib import Path

import torch
import torch.nn.functional as F
from safetensors.torch import load_file
from torch import nn

from learn import patches
from photos import HELD_OUT, TRAINING, bicubic, photo, psnr, shrink
from upscaler import Upscaler

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
pairs = [(shrink(image), image) for image in map(photo, TRAINING)]
Batch = tuple[torch.Tensor, torch.Tensor]


def which_photo(draw: torch.Generator) -> Batch:
    """Return patches of the five photos, and the number of each one's photo."""
    large = [patches([pair], 8, draw)[1] for pair in pairs]
    return torch.cat(large), torch.arange(5).repeat_interleave(8)


def soft_or_sharp(draw: torch.Generator) -> Batch:
    """Return patches that bicubic enlarged, class 0, and the photo's own, class 1."""
    small, large = patches(pairs, 20, draw)
    return torch.cat([bicubic(small), large]), torch.arange(2).repeat_interleave(20)


def network(outputs: int) -> nn.Sequential:
    """Return a body, whose features are 32 small images, and a head."""
    body = nn.Sequential(
        nn.Conv2d(1, 16, 3, stride=2, padding=1),
        nn.ReLU(),
        nn.Conv2d(16, 32, 3, stride=2, padding=1),
        nn.ReLU(),
    )
    head = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(32, outputs))
    return nn.Sequential(body, head)


def trained_body(task: Callable[[torch.Generator], Batch], classes: int) -> nn.Module:
    """Train a classifier for 100 steps, and return its body, frozen."""
    torch.manual_seed(0)
    model = network(classes).to(device)
    draw = torch.Generator().manual_seed(0)
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    for _ in range(100):
        images, targets = (tensor.to(device) for tensor in task(draw))
        optimizer.zero_grad()
        F.cross_entropy(model(images - 0.5), targets).backward()
        optimizer.step()
    optimizer.zero_grad()
    return model[0].eval().requires_grad_(False)


bodies = {
    "which photo": trained_body(which_photo, classes=5),
    "soft or sharp": trained_body(soft_or_sharp, classes=2),
}
# --8<-- [end:features]


# --8<-- [start:perceptual]
def perceptual(
    body: nn.Module, images: torch.Tensor, targets: torch.Tensor
) -> torch.Tensor:
    return F.mse_loss(body(images - 0.5), body(targets - 0.5))


cat = photo("chelsea").to(device)
soft = bicubic(shrink(cat))
brighter = cat + F.mse_loss(soft, cat).sqrt()
ratio = (F.mse_loss(brighter, cat) / F.mse_loss(soft, cat)).item()
print(f"brighter to soft, in the squared error: {ratio:.2f}")
for name, body in bodies.items():
    ratio = (perceptual(body, brighter, cat) / perceptual(body, soft, cat)).item()
    worse, times = ("brighter", ratio) if ratio > 1 else ("softer", 1 / ratio)
    print(f"{name:14} {worse} cat: about {round(times, -1):.0f} times the loss")

answer = soft.clone().requires_grad_()
perceptual(bodies["soft or sharp"], answer, cat).backward()
print("gradient at the image:", tuple(answer.grad.shape))
print("at the body:", {p.grad for p in bodies["soft or sharp"].parameters()})
# --8<-- [end:perceptual]

# --8<-- [start:adversarial]
upscaler = Upscaler()
path = Path(__file__).resolve().parent / "upscaler.safetensors"
upscaler.load_state_dict(load_file(path))
upscaler.to(device)
optimizer = torch.optim.Adam(upscaler.parameters(), lr=1e-4)
torch.manual_seed(0)
judge = network(1).to(device)
judge_optimizer = torch.optim.Adam(judge.parameters(), lr=1e-2)


def taken_for(answer: float, images: torch.Tensor) -> torch.Tensor:
    """Return the loss of the judge's logits if this is the answer for each image."""
    logits = judge(images - 0.5)
    return F.binary_cross_entropy_with_logits(logits, torch.full_like(logits, answer))


def judge_step(made: torch.Tensor, real: torch.Tensor) -> None:
    judge_optimizer.zero_grad()
    loss = taken_for(1.0, real) + taken_for(0.0, made.detach())
    loss.backward()
    judge_optimizer.step()


def upscaler_step(made: torch.Tensor, real: torch.Tensor) -> None:
    optimizer.zero_grad()
    loss = F.mse_loss(made, real) + 0.01 * taken_for(1.0, made)
    loss.backward()
    optimizer.step()


# --8<-- [end:adversarial]


# --8<-- [start:machine-against]
def edges(images: torch.Tensor) -> float:
    """Return the mean steps from pixel to pixel, down and to the right, added up."""
    return sum(images.diff(dim=dim).abs().mean().item() for dim in (2, 3))


@torch.inference_mode()
def look(name: str) -> tuple[float, float]:
    """Return the PSNR of the made photo, and its edges as a share of the true ones."""
    image = photo(name).to(device)
    made = upscaler(shrink(image))
    return psnr(made, image), edges(made) / edges(image)


before = {name: look(name) for name in HELD_OUT}
draw = torch.Generator().manual_seed(0)
for _ in range(100):
    small, real = (batch.to(device) for batch in patches(pairs, 16, draw))
    judge_step(bicubic(small), real)
judge_optimizer.param_groups[0]["lr"] = 1e-3
for _ in range(20):
    small, real = (batch.to(device) for batch in patches(pairs, 16, draw))
    made = upscaler(small)
    judge_step(made, real)
    upscaler_step(made, real)
after = {name: look(name) for name in HELD_OUT}
for name, (likeness, share) in before.items():
    edged = f"edges {share:.2f}, then {after[name][1]:.2f}"
    print(f"{name}: {edged}; PSNR {likeness:.1f}, then {after[name][0]:.1f} dB")
# --8<-- [end:machine-against]

# --8<-- [start:saturating]
for value in (0.0, -6.0):
    logit = torch.tensor(value, requires_grad=True)
    for name, loss in (
        ("-log(p)", -F.logsigmoid(logit)),
        ("log(1 - p)", F.logsigmoid(-logit)),
    ):
        (gradient,) = torch.autograd.grad(loss, logit)
        print(f"logit {value:4.1f}, {name:10} gradient {gradient.item():.4f}")
# --8<-- [end:saturating]
