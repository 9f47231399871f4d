"""A report on a training that fails, to read or to paste below a question."""

# --8<-- [start:report]
import copy
import math
from collections.abc import Callable

import torch
from torch import nn

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")


def report(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    loss_function: Callable[[torch.Tensor, torch.Tensor], torch.Tensor],
    inputs: torch.Tensor,
    targets: torch.Tensor,
) -> None:
    """Print facts about one batch of a classifier, on copies of model and optimizer."""
    model, optimizer = copy.deepcopy((model, optimizer))
    named = dict(model.named_parameters())
    known = {id(p) for group in optimizer.param_groups for p in group["params"]}

    def step() -> float:
        optimizer.zero_grad()
        outputs = model(inputs)
        loss = loss_function(outputs, targets)
        loss.backward()
        optimizer.step()
        return loss.item()

    outputs = model(inputs).detach()
    before = {name: parameter.detach().clone() for name, parameter in named.items()}
    first_loss = step()
    moved = {name: (named[name].detach() - old).norm() for name, old in before.items()}
    low, high, values = inputs.min(), inputs.max(), targets.unique().tolist()
    shape, sums, log = tuple(outputs.shape), outputs.sum(1), math.log(outputs.shape[1])
    print(f"inputs: {tuple(inputs.shape)} {inputs.dtype}, from {low:.2f} to {high:.2f}")
    print(f"targets: {tuple(targets.shape)} {targets.dtype}, values {values}")
    print(f"outputs: {shape}, rows sum to {sums.min():.2f} ... {sums.max():.2f}")
    print("training mode:", all(module.training for module in model.modules()))
    print(f"first loss: {first_loss:.2f}, log of the classes: {log:.2f}")
    print("frozen:", [name for name, p in named.items() if not p.requires_grad])
    idle = [n for n, p in named.items() if p.grad is None or not p.grad.any()]
    print("no gradient, or all 0:", idle)
    print("not in the optimizer:", [n for n, p in named.items() if id(p) not in known])
    print("unchanged by a step:", [name for name in moved if moved[name] == 0])
    jumped = [name for name in moved if 0 < before[name].norm() < moved[name]]
    print("moved by more than its size:", jumped)
    for _ in range(200):
        last_loss = step()
    print(f"the same batch, 200 steps later: {last_loss:.1f}")


# --8<-- [end:report]

# --8<-- [start:batch]
from sklearn.datasets import load_wine
from torch.nn import functional as F

wine = load_wine()
rows = torch.tensor(wine.data[::3], dtype=torch.float32)
inputs = ((rows - rows.mean(dim=0)) / rows.std(dim=0)).to(device)
targets = torch.tensor(wine.target[::3]).to(device)
# --8<-- [end:batch]

# --8<-- [start:broken]
torch.manual_seed(0)
layers = nn.Linear(13, 32), nn.ReLU(), nn.Linear(32, 3), nn.Softmax(dim=1)
model = nn.Sequential(*layers).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
report(model, optimizer, F.cross_entropy, inputs, targets)
# --8<-- [end:broken]

# --8<-- [start:repaired]
torch.manual_seed(0)
layers = nn.Linear(13, 32), nn.ReLU(), nn.Linear(32, 3)
model = nn.Sequential(*layers).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
report(model, optimizer, F.cross_entropy, inputs, targets)
# --8<-- [end:repaired]

# --8<-- [start:machine-versions]
print("torch:", torch.__version__)
print("device:", device)
# --8<-- [end:machine-versions]
