"""Calls that raise in 2.15, what they say, and the call that replaced them."""

# --8<-- [start:refused]
import torch
from torch import nn

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")


def refused(name, call, *arguments, **named):
    try:
        call(*arguments, **named)
    except Exception as error:
        first = str(error).splitlines()[0].partition(". ")[0].rstrip(".")
        print(f"{name}: {type(error).__name__}: {first}")
    else:
        raise AssertionError(f"{name} still works")


# --8<-- [end:refused]

# --8<-- [start:linalg]
torch.manual_seed(0)
a, b = torch.randn(3, 3), torch.randn(3, 1)
spd = a @ a.T + torch.eye(3)

refused("torch.qr", torch.qr, a)
refused("torch.symeig", torch.symeig, spd)
refused("torch.eig", torch.eig, a)
refused("torch.cholesky", torch.cholesky, spd)
refused("torch.lstsq", torch.lstsq, b, a)
refused("torch.solve", torch.solve, b, a)
refused("torch.matrix_rank", torch.matrix_rank, a)
refused("torch.rfft", lambda: torch.rfft(a, 1))
# --8<-- [end:linalg]

# --8<-- [start:linalg-new]
Q, R = torch.linalg.qr(a)
values, vectors = torch.linalg.eigh(spd)
factor = torch.linalg.cholesky(spd)
print(f"A - Q R: up to {(a - Q @ R).abs().max():.4f}")
product = vectors * values @ vectors.mT
print(f"A - V diag(w) Vᵀ: up to {(spd - product).abs().max():.4f}")
print(f"A - L Lᵀ: up to {(spd - factor @ factor.mT).abs().max():.4f}")
for x in (torch.linalg.lstsq(a, b).solution, torch.linalg.solve(a, b)):
    print(f"A x - b: up to {(a @ x - b).abs().max():.4f}")
rank, values = torch.linalg.matrix_rank(a), torch.linalg.eigvals(a)
print(rank.item(), values.dtype, torch.fft.rfft(a).shape)
# --8<-- [end:linalg-new]

# --8<-- [start:arguments]
optimizer = torch.optim.SGD([nn.Parameter(torch.ones(1))], lr=0.1)
schedulers = torch.optim.lr_scheduler
row = torch.ones(3, device=device)

refused("names=", torch.zeros, 2, 3, names=("N", "C"))
refused("verbose=", schedulers.ReduceLROnPlateau, optimizer, verbose=True)
refused("use_cuda=", torch.autograd.profiler.profile, use_cuda=True)
refused("uint8 mask", row.masked_fill, (row > 0).byte(), 0.0)
refused("x[mask] =", row.__setitem__, (row > 0).byte(), 0.0)
# --8<-- [end:arguments]

# --8<-- [start:arguments-new]
batch = torch.ones(2, 3)
print(torch.einsum("nc->c", batch).tolist(), batch.sum(dim=0).tolist())

plateau = schedulers.ReduceLROnPlateau(optimizer, patience=0)
for loss in (1.0, 1.0):
    plateau.step(loss)
    print(f"learning rate: {plateau.get_last_lr()[0]:.2f}")
print(row.masked_fill(row > 0, 0.0).sum().item())
# --8<-- [end:arguments-new]

# --8<-- [start:load]
model = nn.Linear(3, 2)
torch.save(model, "whole.pt")
torch.save(model.state_dict(), "state.pt")

refused("torch.load", torch.load, "whole.pt")
trusted = torch.load("whole.pt", weights_only=False)
again = nn.Linear(3, 2)
print(again.load_state_dict(torch.load("state.pt")))
loaded = trusted.weight, again.weight
print("same weights:", *[torch.equal(weight, model.weight) for weight in loaded])
# --8<-- [end:load]

# --8<-- [start:loaded]
with torch.serialization.safe_globals([nn.Linear]):
    print("same weights:", torch.equal(torch.load("whole.pt").weight, model.weight))
# --8<-- [end:loaded]
