"""Measure how far an ONNX Runtime session is from the PyTorch model behind it."""

import onnxruntime
import torch
from torch import nn


def worst_difference(
    model: nn.Module,
    session: onnxruntime.InferenceSession,
    inputs: torch.Tensor,
    sizes: list[int],
) -> float:
    """Return the largest absolute difference between the outputs of model and session.

    For each size, both get inputs[:size]. The session has one input, named "inputs",
    and one output. The model may come in training mode; compare what it answers in
    evaluation mode.
    """
