"""Only what fits is handed over; what is missing then is what was not filled."""

import torch
from torch import nn


def load_matching(model: nn.Module, state: dict[str, torch.Tensor]) -> list[str]:
    shapes = {name: tensor.shape for name, tensor in model.state_dict().items()}
    fitting = {n: t for n, t in state.items() if shapes.get(n) == t.shape}
    return sorted(model.load_state_dict(fitting, strict=False).missing_keys)
