"""The same network in both frameworks: same gradients, same steps, same learning."""

# --8<-- [start:networks]
import numpy as np
import torch
from torch import nn

import mini

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
rng = np.random.default_rng(0)
ours = mini.Sequential(
    mini.Linear(2, 16, rng),
    mini.ReLU(),
    mini.Linear(16, 16, rng),
    mini.ReLU(),
    mini.Linear(16, 2, rng),
)
theirs = nn.Sequential(
    nn.Linear(2, 16),
    nn.ReLU(),
    nn.Linear(16, 16),
    nn.ReLU(),
    nn.Linear(16, 2),
).to(device)
weights = {name: torch.tensor(p.data) for name, p in ours.named_parameters()}
print(theirs.load_state_dict(weights))
print(list(weights))
# --8<-- [end:networks]

# --8<-- [start:gradients]
points = rng.uniform(-1, 1, (400, 2)).astype(np.float32)
labels = ((points**2).sum(axis=1) < 0.5).astype(np.int64)

mini.cross_entropy(ours(mini.Tensor(points)), labels).backward()
logits = theirs(torch.tensor(points, device=device))
nn.functional.cross_entropy(logits, torch.tensor(labels, device=device)).backward()

expected = dict(theirs.named_parameters())
for name, parameter in ours.named_parameters():
    ours_grad, torch_grad = torch.tensor(parameter.grad), expected[name].grad.cpu()
    torch.testing.assert_close(ours_grad, torch_grad, rtol=1e-4, atol=1e-6)
    shape, largest = parameter.grad.shape, ours_grad.abs().max()
    print(f"{name:9} {shape!s:9} largest gradient {largest:.4f}")
# --8<-- [end:gradients]


# --8<-- [start:train]
def train(model, optimizer, loader, cross_entropy, tensor):
    """The five steps, for either framework; return the loss of each batch."""
    losses = []
    for features, labels in loader:
        optimizer.zero_grad()
        logits = model(tensor(features))
        loss = cross_entropy(logits, labels)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def batches():
    rng = np.random.default_rng(1)
    return mini.DataLoader(points, labels, batch_size=50, rng=rng)


def torch_loss(logits, labels):
    return nn.functional.cross_entropy(logits, torch.tensor(labels, device=device))


def torch_tensor(features):
    return torch.tensor(features, device=device)


our_adam = mini.Adam(ours.parameters(), lr=0.01)
their_adam = torch.optim.Adam(theirs.parameters(), lr=0.01)
mine = train(ours, our_adam, batches(), mini.cross_entropy, mini.Tensor)
reference = train(theirs, their_adam, batches(), torch_loss, torch_tensor)
for step, (a, b) in enumerate(zip(mine, reference), 1):
    print(f"step {step}  ours {a:.3f}  PyTorch {b:.3f}")
# --8<-- [end:train]

# --8<-- [start:learned]
loader = batches()
for epoch in range(40):
    train(ours, our_adam, loader, mini.cross_entropy, mini.Tensor)
fresh = rng.uniform(-1, 1, (1000, 2)).astype(np.float32)
inside = (fresh**2).sum(axis=1) < 0.5
accuracy = (ours(mini.Tensor(fresh)).data.argmax(axis=1) == inside).mean()
print(f"accuracy on new points: {accuracy:.2f}")
# --8<-- [end:learned]

# --8<-- [start:machine-parts]
import copy
import time
from statistics import median

theirs = copy.deepcopy(theirs).cpu()
their_adam = torch.optim.Adam(theirs.parameters(), lr=0.01)
ten, ten_labels = points[:10], labels[:10]
x, y, rows = torch.tensor(ten), torch.tensor(ten_labels), mini.Tensor
sides = {
    "NumPy engine": (our_adam, lambda: mini.cross_entropy(ours(rows(ten)), ten_labels)),
    "PyTorch": (their_adam, lambda: nn.functional.cross_entropy(theirs(x), y)),
}
for name, (adam, forward) in sides.items():
    times = []
    for _ in range(200):
        adam.zero_grad()
        start = time.perf_counter()
        loss = forward()
        middle = time.perf_counter()
        loss.backward()
        late = time.perf_counter()
        adam.step()
        times.append((middle - start, late - middle, time.perf_counter() - late))
    for part, seconds in zip(("forward", "backward", "step"), zip(*times)):
        print(f"{name}, {part}: {1e6 * median(seconds):.0f} µs")
# --8<-- [end:machine-parts]
