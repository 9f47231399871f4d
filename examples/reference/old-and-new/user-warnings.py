"""Calls that answer with a UserWarning: the old one, and the new with its result."""
# handbook: warns=UserWarning

# --8<-- [start:tensors]
import torch
from torch.nn import functional as F

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
torch.manual_seed(0)
x = torch.randn(4, 3).to(device)

print("same:", torch.equal(torch.range(0, 3), torch.arange(0.0, 4.0)))
print("same:", x.storage().nbytes() == x.untyped_storage().nbytes())
print("same:", torch.equal(torch.tensor(x), x.detach().clone()))
# --8<-- [end:tensors]

# --8<-- [start:autograd]
w = torch.ones(3, device=device, requires_grad=True)
old = torch.autograd.Variable(x, volatile=True) @ w
with torch.no_grad():
    new = x @ w
print("same:", torch.equal(old, new), "recorded:", old.requires_grad, new.requires_grad)

from torch.utils.checkpoint import checkpoint

grads = []
for choice in ({}, {"use_reentrant": False}):
    start = torch.ones(3, requires_grad=True)
    checkpoint(torch.exp, start, **choice).sum().backward()
    grads.append(start.grad)
print("same:", torch.equal(*grads))
# --8<-- [end:autograd]

# --8<-- [start:losses]
print("same:", torch.equal(F.softmax(x), F.softmax(x, dim=1)))

target = torch.zeros_like(x)
old = F.mse_loss(x, target, size_average=False)
new = F.mse_loss(x, target, reduction="sum")
print("same:", torch.equal(old, new))

images = x.view(1, 1, 4, 3)
old, new = F.upsample(images, scale_factor=2), F.interpolate(images, scale_factor=2)
print("same:", torch.equal(old, new))
# --8<-- [end:losses]

# --8<-- [start:scheduler]
optimizer = torch.optim.SGD([w], lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1, gamma=0.5)
optimizer.step()
scheduler.step()
print(f"{scheduler.get_lr()[0]:.3f} {scheduler.get_last_lr()[0]:.3f}")
scheduler.step(3)
print("epoch:", scheduler.last_epoch)
# --8<-- [end:scheduler]

# --8<-- [start:weights]
from torchvision import models

torch.manual_seed(0)
old_model = models.squeezenet1_1(pretrained=False)
torch.manual_seed(0)
new_model = models.squeezenet1_1(weights=None)
pairs = zip(old_model.parameters(), new_model.parameters(), strict=True)
print("same:", all(torch.equal(a, b) for a, b in pairs))
# --8<-- [end:weights]

# --8<-- [start:to-tensor]
from torchvision.transforms import v2

image = torch.randint(0, 256, (8, 8, 3), dtype=torch.uint8).numpy()
old = v2.ToTensor()(image)
new = v2.Compose([v2.ToImage(), v2.ToDtype(torch.float32, scale=True)])(image)
apart = (old - new).abs().max()
print(type(old).__name__, type(new).__name__, f"apart by {apart:.0e}")
# --8<-- [end:to-tensor]
