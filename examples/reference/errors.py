"""Print whose code each frame of a traceback is."""

# --8<-- [start:frames]
import traceback
from pathlib import Path

import torch
from torch import nn


def predict(model: nn.Module, images: torch.Tensor) -> torch.Tensor:
    return model(images).argmax(dim=1)


library = Path(torch.__file__).parent
try:
    predict(nn.Sequential(nn.Linear(784, 10)), torch.zeros(32, 28, 28))
except RuntimeError as error:
    for frame in traceback.extract_tb(error.__traceback__):
        inside = library in Path(frame.filename).parents
        owner = "torch" if inside else "yours"
        print(f"{owner} {frame.name:18} {frame.line}")
    print(f"{type(error).__name__}: {error}")
# --8<-- [end:frames]
