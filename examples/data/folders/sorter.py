"""A small network for pictures of 32 by 32 pixels, and its training."""

# --8<-- [start:transforms]
import torch
from torch import nn
from torch.utils.data import DataLoader
from torchvision.transforms import v2

SIZE = (32, 32)
AUGMENT = [v2.RandomCrop(SIZE, padding=3, fill=255), v2.RandomHorizontalFlip()]


def prepare(mean: list[float], std: list[float]) -> list[v2.Transform]:
    """From a small picture to the input of the network."""
    to_float = v2.ToDtype(torch.float32, scale=True)
    return [v2.ToImage(), to_float, v2.Normalize(mean, std)]


def mean_and_std(pictures: list) -> tuple[list[float], list[float]]:
    """Of each colour, over all pixels of all pictures, from 0 to 1."""
    pixels = (
        torch.stack([v2.functional.to_image(picture) for picture in pictures]) / 255
    )
    axes = (0, 2, 3)
    return pixels.mean(axes).tolist(), pixels.std(axes).tolist()


# --8<-- [end:transforms]


# --8<-- [start:network]
class Sorter(nn.Module):
    """Pictures (N, 3, 32, 32) in, logits (N, classes) out."""

    def __init__(self, classes: int) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        for before, after in ((3, 8), (8, 16), (16, 16)):
            layers += [nn.Conv2d(before, after, 3, padding=1, bias=False)]
            layers += [nn.BatchNorm2d(after), nn.ReLU(), nn.MaxPool2d(2)]
        layers += [nn.Flatten(), nn.Dropout(0.5), nn.Linear(16 * 4 * 4, classes)]
        self.layers = nn.Sequential(*layers)

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        return self.layers(pictures)


# --8<-- [end:network]


# --8<-- [start:fit]
def fit(
    model: nn.Module,
    loader: DataLoader,
    epochs: int,
    device: torch.device,
    weight: torch.Tensor | None = None,
) -> None:
    """Train the model; weight says how much each class counts in the loss."""
    loss_of = nn.CrossEntropyLoss(weight=weight).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    model.train()
    for _ in range(epochs):
        for pictures, labels in loader:
            loss = loss_of(model(pictures.to(device)), labels.to(device))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def answers(
    model: nn.Module, loader: DataLoader, device: torch.device
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the probabilities of the classes, and the labels, of all pictures."""
    model.eval()
    logits, labels = [], []
    with torch.inference_mode():
        for pictures, wanted in loader:
            logits.append(model(pictures.to(device)).cpu())
            labels.append(wanted)
    return torch.cat(logits).softmax(dim=1), torch.cat(labels)


# --8<-- [end:fit]
