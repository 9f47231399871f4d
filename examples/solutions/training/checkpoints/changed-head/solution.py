"""Only what fits is handed over; the other names of the model were not filled."""

import torch
from torch import nn


def load_matching(model: nn.Module, state: dict[str, torch.Tensor]) -> list[str]:
    shapes = {name: tensor.shape for name, tensor in model.state_dict().items()}
    fitting = {n: t for n, t in state.items() if shapes.get(n) == t.shape}
    model.load_state_dict(fitting, strict=False)
    return sorted(shapes.keys() - fitting.keys())
