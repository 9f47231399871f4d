"""Only what fits is handed over; what is missing then is what was not filled."""

import torch
from torch import nn


def load_matching(model: nn.Module, state: dict[str, torch.Tensor]) -> list[str]:
    own = model.state_dict()
    fitting = {
        name: tensor
        for name, tensor in state.items()
        if name in own and own[name].shape == tensor.shape
    }
    return sorted(model.load_state_dict(fitting, strict=False).missing_keys)
