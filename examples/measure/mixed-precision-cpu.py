"""Training steps in float32 and bfloat16 autocast: time, kept bytes, accuracy."""

import time

import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.nn import functional as F


def cases() -> dict[str, tuple[nn.Module, torch.Tensor]]:
    torch.manual_seed(0)
    mnist = nn.Sequential(
        nn.Linear(784, 256),
        nn.ReLU(),
        nn.Linear(256, 128),
        nn.ReLU(),
        nn.Linear(128, 10),
    )
    layers = [layer for _ in range(3) for layer in (nn.Linear(1024, 1024), nn.ReLU())]
    wide = nn.Sequential(*layers, nn.Linear(1024, 10))
    cnn = nn.Sequential(
        nn.Conv2d(3, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(32, 64, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(64 * 8 * 8, 10),
    )  # fmt: skip
    return {
        "MNIST network, batch 64": (mnist, torch.rand(64, 784)),
        "three layers of 1024, batch 64": (wide, torch.rand(64, 1024)),
        "three layers of 1024, batch 2048": (wide, torch.rand(2048, 1024)),
        "small CNN, batch 32": (cnn, torch.rand(32, 3, 32, 32)),
    }


def step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    inputs: torch.Tensor,
    short: bool,
) -> float:
    targets = torch.arange(len(inputs)) % 10
    start = time.perf_counter()
    optimizer.zero_grad()
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=short):
        outputs = model(inputs)
        loss = F.cross_entropy(outputs, targets)
    loss.backward()
    optimizer.step()
    return time.perf_counter() - start


def kept_bytes(model: nn.Module, inputs: torch.Tensor, short: bool) -> int:
    parameters = {parameter.data_ptr() for parameter in model.parameters()}
    kept = {}

    def pack(tensor: torch.Tensor) -> torch.Tensor:
        if tensor.data_ptr() not in parameters:
            kept[tensor.data_ptr()] = tensor.untyped_storage().nbytes()
        return tensor

    hooks = torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor)
    with hooks, torch.autocast("cpu", dtype=torch.bfloat16, enabled=short):
        outputs = model(inputs)
    del outputs
    return sum(kept.values())


def accuracy(seed: int, short: bool, epochs: int) -> float:
    """Percent of held-out digits."""
    digits = load_digits()
    images, labels = (
        torch.tensor(digits.data, dtype=torch.float32) / 16,
        torch.tensor(digits.target),
    )
    generator = torch.Generator().manual_seed(seed)
    order = torch.randperm(len(images), generator=generator)
    train, held_out = order[:1297], order[1297:]
    torch.manual_seed(seed)
    model = nn.Sequential(
        nn.Linear(64, 128),
        nn.ReLU(),
        nn.Linear(128, 128),
        nn.ReLU(),
        nn.Linear(128, 10),
    )
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.003)
    for _ in range(epochs):
        for batch in train[torch.randperm(len(train), generator=generator)].split(64):
            optimizer.zero_grad()
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=short):
                outputs = model(images[batch])
                loss = F.cross_entropy(outputs, labels[batch])
            loss.backward()
            optimizer.step()
    with torch.no_grad():
        right = model(images[held_out]).argmax(dim=1) == labels[held_out]
    return 100 * right.float().mean().item()


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Each row's label (unit in parentheses at the end), and its repeated values."""
    speed, kept = {}, {}
    for name, (model, inputs) in cases().items():
        if quick:
            inputs = inputs[:2]
        optimizer = torch.optim.AdamW(model.parameters())
        for short in (False, True):
            step(model, optimizer, inputs, short)
        calls = 1 if quick else max(2, int(0.2 / step(model, optimizer, inputs, False)))
        speed[f"{name}: speed (times)"] = ratios = []
        for _ in range(1 if quick else 9):
            full, half = (
                sum(step(model, optimizer, inputs, short) for _ in range(calls))
                for short in (False, True)
            )
            ratios.append(full / half)
        full, half = (kept_bytes(model, inputs, short) for short in (False, True))
        kept[f"{name}: kept bytes (times)"] = [half / full]
    seeds, epochs = (range(1), 1) if quick else (range(5), 20)
    right = {
        f"held-out digits right, {name} (%)": [
            accuracy(seed, short, epochs) for seed in seeds
        ]
        for name, short in (("float32", False), ("bfloat16", True))
    }
    return speed | kept | right


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
