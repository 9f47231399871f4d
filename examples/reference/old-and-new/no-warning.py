"""Calls that still work and say nothing, with the one to write today."""

# --8<-- [start:names]
import torch
from torch import nn
from torch.nn import functional as F

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
torch.manual_seed(0)
x = torch.randn(4, 3).to(device)
a, b = x[0], x[1]

pairs = {
    "F.sigmoid": (F.sigmoid(x), torch.sigmoid(x)),
    "F.tanh": (F.tanh(x), torch.tanh(x)),
    "torch.ger": (torch.ger(a, b), torch.outer(a, b)),
    "torch.norm": (torch.norm(x), torch.linalg.vector_norm(x)),
    "unbiased": (x.std(unbiased=False), x.std(correction=0)),
    "max": (x.max(1)[1], x.argmax(dim=1)),
    "view": (x.view(x.size(0), -1), x.flatten(1)),
    "data": (x.data, x.detach()),
    "Variable": (torch.autograd.Variable(x), x),
}
for name, (old, new) in pairs.items():
    print(f"{name:10} {torch.equal(old, new)}")
# --8<-- [end:names]

# --8<-- [start:different]
print(torch.Tensor([1, 2]).dtype, torch.tensor([1, 2]).dtype)

U, S, V = torch.svd(x.cpu())
_, values, Vh = torch.linalg.svd(x.cpu(), full_matrices=False)
print("same:", torch.equal(S, values), torch.equal(V.mT, Vh))

w = torch.ones(3, requires_grad=True)
squares = w**2
squares_sum = squares.sum()
w.data.mul_(10)
squares_sum.backward()
print("gradient of the sum of squares at 1:", w.grad.tolist())
# --8<-- [end:different]

# --8<-- [start:in-place]
w = torch.ones(3, requires_grad=True)
squares_sum = (w**2).sum()
with torch.no_grad():
    w.mul_(10)
try:
    squares_sum.backward()
except RuntimeError as error:
    print(str(error).partition(":")[0])
# --8<-- [end:in-place]

# --8<-- [start:transforms]
from torchvision import transforms
from torchvision.transforms import v2

image = torch.randint(0, 256, (8, 8, 3), dtype=torch.uint8).numpy()
mean, std = [0.5] * 3, [0.25] * 3
old = transforms.Compose([transforms.ToTensor(), transforms.Normalize(mean, std)])
to_floats = [v2.ToImage(), v2.ToDtype(torch.float32, scale=True)]
new = v2.Compose([*to_floats, v2.Normalize(mean, std)])
print(f"apart by {(old(image) - new(image)).abs().max():.0e}")
# --8<-- [end:transforms]

# --8<-- [start:data-parallel]
model = nn.Linear(3, 2).to(device)
wrapped = nn.DataParallel(model)
print(f"apart by {(wrapped(x) - model(x)).abs().max():.4f}", *wrapped.state_dict())
# --8<-- [end:data-parallel]

# --8<-- [start:tf32]
products = torch.backends.cuda.matmul
products.fp32_precision = "tf32"
try:
    print(products.allow_tf32)
except RuntimeError as error:
    print(str(error).partition(" We suggest")[0])
for allowed in (True, False):
    products.allow_tf32 = allowed
    print(allowed, products.fp32_precision)
# --8<-- [end:tf32]
