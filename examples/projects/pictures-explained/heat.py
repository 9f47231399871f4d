"""Find by Grad-CAM which part of a picture an answer came from."""

# --8<-- [start:hooks]
import torch

from emoji_network import load, pictures

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
model, classes, test = load()
model.to(device)


def grad_cam(pixels: torch.Tensor, asked: torch.Tensor) -> torch.Tensor:
    """How much each place of (N, 3, height, width) spoke for the classes (N,)."""
    kept: dict[str, torch.Tensor] = {}

    def keep(module: torch.nn.Module, given: tuple, features: torch.Tensor) -> None:
        kept["features"] = features
        features.register_hook(lambda gradient: kept.update(gradient=gradient))

    hook = model.body.register_forward_hook(keep)
    try:
        logits = model(pixels.float())
        logits.gather(1, asked.unsqueeze(1)).sum().backward()
    finally:
        hook.remove()
    weights = kept["gradient"].mean((2, 3), keepdim=True)
    return (weights * kept["features"].detach()).sum(dim=1).relu()


# --8<-- [end:hooks]

# --8<-- [start:one]
pixels, _ = pictures(test)
pixels = pixels.to(device)
with torch.no_grad():
    answered = model(pixels.float()).argmax(dim=1)
maps = grad_cam(pixels, answered)
print(tuple(maps.shape), "hooks left:", len(model.body._forward_hooks))
# --8<-- [end:one]

# --8<-- [start:figure-heat]
import matplotlib.pyplot as plt
from torch.nn import functional as F

large = (
    F.interpolate(maps.unsqueeze(1), size=(32, 32), mode="bilinear").squeeze(1).cpu()
)
stems = [file.partition("/")[2].removesuffix(".png") for file in test]
short = [name.partition("-")[0] for name in classes]
figure, axes = plt.subplots(2, 8, figsize=(6.4, 2), layout="constrained")
for place, index in zip(axes.T, range(3, len(test), len(test) // 8)):
    picture = pixels[index].permute(1, 2, 0).cpu()
    for axis in place:
        axis.imshow(picture)
        axis.axis("off")
    place[1].imshow(large[index], cmap="inferno", alpha=0.6)
    place[0].set_title(short[answered[index]], fontsize=8)
figure.savefig("heat.webp", pil_kwargs={"quality": 80})
# --8<-- [end:figure-heat]

# --8<-- [start:covered]
ink = F.avg_pool2d(255 - pixels.float(), 4).mean(dim=1)
generator = torch.Generator().manual_seed(0)
anywhere = torch.rand(len(pixels), 64, generator=generator).to(device)
scores = {
    "hottest": maps.flatten(1),
    "any": anywhere,
    "most ink": ink.flatten(1),
    "coldest": -maps.flatten(1),
}
with torch.no_grad():
    for name, score in scores.items():
        cells = torch.zeros_like(score).scatter(1, score.topk(16).indices, 1)
        white = F.interpolate(cells.reshape(-1, 1, 8, 8), scale_factor=4)
        covered = torch.where(white > 0, 255, pixels.float())
        same = (model(covered).argmax(dim=1) == answered).float().mean()
        print(f"{name:8} 16 of 64 squares in white: {same:.0%} of the answers stay")
# --8<-- [end:covered]
