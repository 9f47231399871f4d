"""Check model_and_epochs: python check.py [FILE]."""

import sys
from pathlib import Path
from types import ModuleType

import torch
from sklearn.datasets import load_digits
from torch import nn

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, main

CALL = "model_and_epochs()"


def train(
    model: nn.Module, images: torch.Tensor, labels: torch.Tensor, epochs: int
) -> None:
    loss_function = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    model.train()
    for _ in range(epochs):
        for batch in torch.randperm(len(images)).split(64):
            optimizer.zero_grad()
            loss_function(model(images[batch]), labels[batch]).backward()
            optimizer.step()
    model.eval()


@torch.inference_mode()
def accuracy(model: nn.Module, images: torch.Tensor, labels: torch.Tensor) -> float:
    return (model(images).argmax(dim=1) == labels).float().mean().item()


def check(module: ModuleType) -> str:
    digits = load_digits()
    images = torch.tensor(digits.images, dtype=torch.float32) / 16
    labels = torch.tensor(digits.target)
    order = torch.randperm(len(images))
    seen, new = order[:1400], order[1400:]
    means = [images[seen][labels[seen] == digit].mean(dim=0) for digit in range(10)]
    means = torch.stack(means).flatten(1)
    nearest = torch.cdist(images[new].flatten(1), means).argmin(dim=1)
    wanted = (nearest == labels[new]).float().mean().item()

    got = module.model_and_epochs()
    if not (
        isinstance(got, tuple)
        and len(got) == 2
        and isinstance(got[0], nn.Module)
        and isinstance(got[1], int)
    ):
        raise Wrong(
            f"{CALL}\ngot: {got!r}",
            hint="return two values, the model and a whole number of epochs",
        )
    model, epochs = got
    try:
        shape = tuple(model(images[:5]).shape)
    except RuntimeError as error:
        shape = f"RuntimeError: {error}"
    if shape != (5, 10):
        hint = "end with ten scores for each image"
        flat = any(isinstance(layer, nn.Flatten) for layer in model.modules())
        if not flat and (isinstance(shape, str) or len(shape) != 2):
            hint = "the layer nn.Flatten() turns (N, 8, 8) into (N, 64)"
        elif isinstance(shape, str):
            hint = "give each layer the sizes that come out of the one before"
        raise Wrong("model(images[:5]).shape", expected="(5, 10)", got=shape, hint=hint)
    size = sum(parameter.numel() for parameter in model.parameters())
    if size > 5000:
        raise Wrong(
            CALL,
            expected="at most 5000 parameters",
            got=size,
            hint="make the hidden layer narrower",
        )
    if not 1 <= epochs <= 30:
        raise Wrong(
            CALL,
            expected="1 to 30 epochs",
            got=epochs,
            hint="the second value counts the epochs",
        )

    train(model, images[seen], labels[seen], epochs)
    reached = accuracy(model, images[new], labels[new])
    if reached <= wanted:
        train(model, images[seen], labels[seen], 30 - epochs)
        if accuracy(model, images[new], labels[new]) > wanted:
            hint = "the same model passes with more epochs"
        else:
            hint = "30 epochs do not bring this model there; a wider layer may"
        raise Wrong(
            f"accuracy on {len(new)} new images after {epochs} epochs",
            expected=f"more than {wanted:.3f}",
            got=f"{reached:.3f}",
            hint=hint,
        )
    told = (
        f"{reached:.1%} of {len(new)} new images; "
        f"comparing with the mean images gives {wanted:.1%}."
    )
    with torch.inference_mode():
        scores = model(images[new])
    if (scores >= 0).all() and torch.allclose(scores.sum(dim=1), torch.ones(len(new))):
        told += " But drop the softmax at the end: the loss applies it itself."
    return told


if __name__ == "__main__":
    main(
        check,
        hints=(
            "A linear layer from a to b numbers has a * b + b parameters. If accuracy "
            "is too low, train longer first and widen the model second."
        ),
        right=(
            "Next: halve the parameters and see whether more epochs make up for it."
        ),
    )
