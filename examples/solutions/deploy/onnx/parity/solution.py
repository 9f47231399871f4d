"""Evaluation mode, no graph, every size, the maximum of all.

torch.maximum keeps a NaN; Python's max may lose it.
"""

import onnxruntime
import torch
from torch import nn


@torch.inference_mode()
def worst_difference(
    model: nn.Module,
    session: onnxruntime.InferenceSession,
    inputs: torch.Tensor,
    sizes: list[int],
) -> float:
    model.eval()
    worst = torch.zeros(())
    for size in sizes:
        batch = inputs[:size]
        (answer,) = session.run(None, {"inputs": batch.numpy()})
        difference = (model(batch) - torch.from_numpy(answer)).abs().max()
        worst = torch.maximum(worst, difference)
    return worst.item()
