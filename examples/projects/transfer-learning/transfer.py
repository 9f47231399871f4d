"""Take a body that was trained on MNIST to digits of other writers, with 50 labels."""

# --8<-- [start:data]
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import nn

from network import SmallResNet
from recipe import accuracy, fit
from subsets import few, scans

FOLDER = Path(__file__).resolve().parent
accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
images, labels = (tensor.to(device) for tensor in few(*scans("train"), each=5, seed=0))
rest, rest_labels = (tensor.to(device) for tensor in scans("test"))
held_out, held_out_labels = rest[:500], rest_labels[:500]
test_images, test_labels = rest[500:], rest_labels[500:]
print("labels:", len(labels), " held out:", len(held_out), " test:", len(test_images))
# --8<-- [end:data]


# --8<-- [start:body]
def pretrained(name: str) -> SmallResNet:
    """Return the network with the weights that pretrain.py wrote, in eval mode."""
    model = SmallResNet()
    model.load_state_dict(load_file(FOLDER / f"{name}_resnet.safetensors"))
    return model.to(device).eval()


model = pretrained("digits")
model.requires_grad_(False)
torch.manual_seed(0)
model.head = nn.Linear(64, 10).to(device)
print([name for name, p in model.named_parameters() if p.requires_grad])
# --8<-- [end:body]

# --8<-- [start:head]
with torch.no_grad():
    features = model.body(images)
fit(model.head, model.head.parameters(), features, labels, steps=200, lr=3e-2, seed=0)
frozen = accuracy(model, held_out, held_out_labels)
print("features:", tuple(features.shape))
print(f"frozen body, accuracy {frozen:.2f}")
# --8<-- [end:head]

# --8<-- [start:figure-sets]
import matplotlib.pyplot as plt

from subsets import CLOTHING, MNIST, load

sets = [scans("test"), load(MNIST, "t10k"), load(CLOTHING, "t10k")]
rows = [torch.cat([*few(*pair, each=1, seed=0)[0][:, 0]], dim=1) for pair in sets]
plt.imsave("sets.webp", torch.cat(rows), cmap="Greys", pil_kwargs={"lossless": True})
# --8<-- [end:figure-sets]

# --8<-- [start:figure-features]
figure, panels = plt.subplots(1, 2, figsize=(6.4, 3))
torch.manual_seed(0)
untrained, trained = SmallResNet().body.eval(), pretrained("digits").body.cpu()
bodies = {"untrained body": untrained, "body trained on MNIST": trained}
shown = rest_labels.cpu() < 4
for axes, (title, body) in zip(panels, bodies.items()):
    with torch.no_grad():
        points = body(rest.cpu()[shown][:100])
    points = points - points.mean(dim=0)
    directions = torch.linalg.svd(points.double(), full_matrices=False).Vh[:2].float()
    directions = directions * directions.sum(dim=1, keepdim=True).sign()
    for digit in range(4):
        chosen = points[rest_labels.cpu()[shown][:100] == digit] @ directions.T
        axes.plot(*chosen.T, ".", color=f"C{digit}", alpha=0.5)
        axes.text(*chosen.median(dim=0).values, str(digit), fontsize=15, weight="bold")
    axes.set(title=title, xticks=[], yticks=[])
figure.savefig("features.svg")
# --8<-- [end:figure-features]

# --8<-- [start:scratch]
torch.manual_seed(0)
model = SmallResNet().to(device).train()
fit(model, model.parameters(), images, labels, steps=40, lr=3e-3, seed=0, batch=32)
scratch = accuracy(model, held_out, held_out_labels)
print(f"from scratch, accuracy {scratch:.1f}")
# --8<-- [end:scratch]

# --8<-- [start:fine-tune]
model = pretrained("digits").train()
torch.manual_seed(0)
model.head = nn.Linear(64, 10).to(device)
groups = [
    {"params": model.body.parameters(), "lr": 1e-3},
    {"params": model.head.parameters()},
]
fit(model, groups, images, labels, steps=40, lr=1e-2, seed=0, batch=32)
tuned = accuracy(model, held_out, held_out_labels)
print(f"fine-tuned, accuracy {tuned:.2f}")
print(f"chosen, on the test images: {accuracy(model, test_images, test_labels):.1f}")
# --8<-- [end:fine-tune]
