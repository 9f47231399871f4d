"""LoRA by hand: thin matrices beside frozen ones, merged, saved and loaded."""

# --8<-- [start:lora]
import copy

import torch
from torch import nn

from gpt import GPT


class LoRA(nn.Module):
    """A frozen linear layer, plus the product of two thin matrices."""

    def __init__(self, linear: nn.Linear, rank: int, alpha: float) -> None:
        super().__init__()
        self.linear, self.scale = linear, alpha / rank
        weight, width = linear.weight, linear.in_features
        self.a = nn.Parameter(torch.randn(rank, width).to(weight) / width**0.5)
        self.b = nn.Parameter(weight.new_zeros(linear.out_features, rank))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x) + self.scale * (x @ self.a.T @ self.b.T)


def add_lora(model: GPT, rank: int, alpha: float) -> GPT:
    """Copy and freeze a model, and add to each linear layer of its blocks."""
    model = copy.deepcopy(model).requires_grad_(False)
    for block in model.blocks:
        for name, layer in [*block.named_modules()]:
            if isinstance(layer, nn.Linear):
                block.set_submodule(name, LoRA(layer, rank, alpha))
    return model


# --8<-- [end:lora]


# --8<-- [start:merge]
@torch.no_grad()
def merge(model: GPT) -> GPT:
    """Copy a model, and put each product into the weight that it was added to."""
    model = copy.deepcopy(model)
    for name, layer in [*model.named_modules()]:
        if isinstance(layer, LoRA):
            layer.linear.weight += layer.scale * layer.b @ layer.a
            model.set_submodule(name, layer.linear)
    return model


# --8<-- [end:merge]


# --8<-- [start:file]
import hashlib
import os
from pathlib import Path

from safetensors import safe_open
from safetensors.torch import load_file, save_file


def digest(model: GPT) -> str:
    """Sixteen hexadecimal digits that depend on each weight; not for bfloat16."""
    total = hashlib.sha256()
    for name, weight in sorted(model.state_dict().items()):
        total.update(name.encode() + weight.cpu().numpy().tobytes())
    return total.hexdigest()[:16]


def save_adapter(file: Path, model: GPT, base: GPT, rank: int, alpha: float) -> None:
    """Write what was trained and nothing else, and of which model it is."""
    trained = {
        name: weight.detach().cpu()
        for name, weight in model.named_parameters()
        if weight.requires_grad
    }
    about = {"base": digest(base), "rank": str(rank), "alpha": str(alpha)}
    save_file(trained, f"{file}.new", metadata=about)
    os.replace(f"{file}.new", file)


def load_adapter(file: Path, base: GPT) -> GPT:
    """A copy of the base with its addition; another base is refused."""
    with safe_open(file, framework="pt") as opened:
        about = opened.metadata() or {}
    if about.get("base") != digest(base):
        raise ValueError(f"{file.name} was trained on other weights.")
    model = add_lora(base, int(about["rank"]), float(about["alpha"]))
    missing, unknown = model.load_state_dict(load_file(file), strict=False)
    if unknown or any(name.endswith((".a", ".b")) for name in missing):
        raise ValueError(f"{file.name} is not of this code.")
    return model.eval()


# --8<-- [end:file]
