"""Evaluation mode, no graph, every size, the maximum of all."""

import onnxruntime
import torch
from torch import nn


@torch.inference_mode()
def worst_difference(
    model: nn.Module, session: onnxruntime.InferenceSession, inputs: torch.Tensor, sizes: list[int]
) -> float:
    model.eval()
    worst = 0.0
    for size in sizes:
        batch = inputs[:size]
        (answer,) = session.run(None, {"inputs": batch.numpy()})
        worst = max(worst, (model(batch) - torch.from_numpy(answer)).abs().max().item())
    return worst
