"""Give a torchvision ResNet-18 a head of your own; --pretrained downloads weights."""

# --8<-- [start:weights]
import sys

import torch
import torch.nn.functional as F
from sklearn.datasets import load_sample_image
from torch import nn
from torchvision.models import ResNet18_Weights, resnet18

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
weights = ResNet18_Weights.DEFAULT
torch.manual_seed(0)
model = resnet18(weights=weights if "--pretrained" in sys.argv else None)
print(weights, "classes:", len(weights.meta["categories"]))
prepare = weights.transforms()
pictures = [load_sample_image(f"{name}.jpg") for name in ("china", "flower")]
photos = [torch.tensor(picture).permute(2, 0, 1) for picture in pictures]
batch = torch.stack([prepare(photo) for photo in photos]).to(device)
print([tuple(photo.shape) for photo in photos], "to", tuple(batch.shape), batch.dtype)
# --8<-- [end:weights]

# --8<-- [start:head]
model.requires_grad_(False)
model.fc = nn.Linear(model.fc.in_features, 2)
model.to(device).eval()
total = sum(parameter.numel() for parameter in model.parameters())
trainable = [parameter for parameter in model.parameters() if parameter.requires_grad]
learned = sum(parameter.numel() for parameter in trainable)
print(f"{total:,} parameters, {learned:,} of them trainable")
# --8<-- [end:head]

# --8<-- [start:step]
targets = torch.tensor([0, 1], device=device)
optimizer = torch.optim.AdamW(trainable, lr=1e-3)
optimizer.zero_grad()
logits = model(batch)
loss = F.cross_entropy(logits, targets)
loss.backward()
optimizer.step()
print("logits:", tuple(logits.shape))
found = [name for name, p in model.named_parameters() if p.grad is not None]
print("with a gradient:", found)
# --8<-- [end:step]
