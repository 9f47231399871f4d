"""Changes the dictionary of the caller."""

# hint: leave state as it is
import torch
from torch import nn


def load_matching(model: nn.Module, state: dict[str, torch.Tensor]) -> list[str]:
    own = model.state_dict()
    for name in list(state):
        if name not in own or own[name].shape != state[name].shape:
            del state[name]
    return sorted(model.load_state_dict(state, strict=False).missing_keys)
