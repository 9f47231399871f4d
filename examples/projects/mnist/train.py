"""Train the MLP on MNIST, and write its weights and an ONNX file."""
# handbook: args="--subset --require-accuracy 0.85"

# --8<-- [start:epoch]
import argparse
import datetime
import gzip
import hashlib
import sys
from collections.abc import Callable
from pathlib import Path

import safetensors.torch
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from data import SUBSET, load
from download import fetch
from model import MLP


def train_epoch(
    model: nn.Module,
    loader: DataLoader,
    optimizer: torch.optim.Optimizer,
    device: torch.device,
) -> float:
    """Update the model once per batch; return the mean loss over all images."""
    model.train()
    total = torch.zeros((), device=device)
    for images, labels in loader:
        images, labels = images.to(device), labels.to(device)
        optimizer.zero_grad()
        loss = F.cross_entropy(model(images), labels)
        loss.backward()
        optimizer.step()
        total += loss.detach() * len(labels)
    return total.item() / len(loader.dataset)


# --8<-- [end:epoch]


# --8<-- [start:accuracy]
@torch.inference_mode()
def accuracy(model: nn.Module, dataset: TensorDataset, device: torch.device) -> float:
    """Return the share of images whose largest logit is their label's."""
    model.eval()
    right = 0
    for images, labels in DataLoader(dataset, batch_size=1000):
        right += (
            (model(images.to(device)).argmax(dim=1) == labels.to(device)).sum().item()
        )
    return right / len(dataset)


# --8<-- [end:accuracy]


# --8<-- [start:fit]
def fit(
    train_set: TensorDataset,
    test_set: TensorDataset,
    epochs: int,
    seed: int,
    device: torch.device,
    report: Callable[[str], None],
) -> tuple[MLP, list[float]]:
    """Train a new model; return it with its test accuracy after each epoch."""
    torch.manual_seed(seed)
    model = MLP().to(device)
    shuffle = torch.Generator().manual_seed(seed)
    loader = DataLoader(train_set, batch_size=64, shuffle=True, generator=shuffle)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    accuracies = []
    for epoch in range(1, epochs + 1):
        loss = train_epoch(model, loader, optimizer, device)
        accuracies.append(accuracy(model, test_set, device))
        report(
            f"epoch {epoch:2}/{epochs}  training loss {loss:.4f}  "
            f"test accuracy {accuracies[-1]:.2%}"
        )
    return model, accuracies


# --8<-- [end:fit]


# --8<-- [start:save]
def save(model: MLP, path: Path, facts: dict[str, str]) -> None:
    """Write path.safetensors, with the facts in its header, and path.onnx."""
    model = model.cpu().eval()
    safetensors.torch.save_file(
        model.state_dict(), path.with_suffix(".safetensors"), metadata=facts
    )
    torch.onnx.export(
        model,
        (torch.zeros(2, 1, 28, 28),),
        path.with_suffix(".onnx"),
        input_names=["images"],
        output_names=["logits"],
        dynamic_shapes=({0: "batch"},),
        external_data=False,
        verbose=False,
    )


# --8<-- [end:save]


# --8<-- [start:main]
def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="where the four files are (default: ./data/mnist, downloaded if missing)",
    )
    where.add_argument(
        "--subset", action="store_true", help="use the 2,500 images of the handbook"
    )
    parser.add_argument("--epochs", type=int, default=10, help="default: 10")
    parser.add_argument("--seed", type=int, default=0, help="default: 0")
    parser.add_argument(
        "--out",
        type=Path,
        default=Path(),
        metavar="DIR",
        help="where to write (default: here)",
    )
    parser.add_argument(
        "--require-accuracy",
        type=float,
        default=0,
        metavar="SHARE",
        help="fail below this accuracy",
    )
    options = parser.parse_args(arguments)
    if options.epochs < 1:
        parser.error("--epochs must be at least 1")

    folder, name = options.data or Path("data/mnist"), "mnist_mlp"
    if options.subset:
        folder, name = SUBSET, "mnist_mlp_subset"
    try:
        options.out.mkdir(parents=True, exist_ok=True)
        if not options.data and not options.subset:
            fetch(folder)
        train_set, test_set = load(folder, "train"), load(folder, "t10k")
    except (ValueError, OSError) as error:
        sys.exit(str(error))

    accelerator = torch.accelerator.current_accelerator(check_available=True)
    device = accelerator or torch.device("cpu")
    model, accuracies = fit(
        train_set,
        test_set,
        options.epochs,
        options.seed,
        device,
        report=lambda line: print(line, file=sys.stderr),
    )
    facts = {
        "torch": torch.__version__,
        "date": datetime.date.today().isoformat(),
        "epochs": str(options.epochs),
        "seed": str(options.seed),
        "test accuracy": f"{accuracies[-1]:.4f}",
    }
    for file in ("train-images-idx3-ubyte.gz", "train-labels-idx1-ubyte.gz"):
        facts[f"sha256 of unpacked {file}"] = hashlib.sha256(
            gzip.decompress((folder / file).read_bytes())
        ).hexdigest()
    save(model, options.out / name, facts)

    print(f"{sum(p.numel() for p in model.parameters()):,} parameters")
    print(f"{len(train_set):,} training images, {len(test_set):,} test images")
    print(f"written: {name}.safetensors, {name}.onnx")
    if accuracies[-1] < options.require_accuracy:
        sys.exit(
            f"The test accuracy is {accuracies[-1]:.2%}; "
            f"{options.require_accuracy:.2%} were required."
        )


if __name__ == "__main__":
    main()
# --8<-- [end:main]
