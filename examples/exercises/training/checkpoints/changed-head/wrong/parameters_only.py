"""Forgets the buffers."""

# hint: buffers are in the state_dict too
import torch
from torch import nn


def load_matching(model: nn.Module, state: dict[str, torch.Tensor]) -> list[str]:
    own = dict(model.named_parameters())
    fitting = {name: tensor for name, tensor in state.items() if name in own and own[name].shape == tensor.shape}
    with torch.no_grad():
        for name, tensor in fitting.items():
            own[name].copy_(tensor)
    return sorted(set(own) - set(fitting))
