"""The offset, and for each axis the steps along it times its stride."""

import torch


def place(tensor: torch.Tensor, index: tuple[int, ...]) -> int:
    steps = zip(index, tensor.stride(), strict=True)
    return tensor.storage_offset() + sum(i * stride for i, stride in steps)
