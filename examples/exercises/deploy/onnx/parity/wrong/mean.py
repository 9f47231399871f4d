"""Averages the differences."""

# hint: one bad answer hides in it, so take the maximum
import torch


@torch.inference_mode()
def worst_difference(model, session, inputs, sizes):
    batch = inputs[: max(sizes)]
    (answer,) = session.run(None, {"inputs": batch.numpy()})
    return (model.eval()(batch) - torch.from_numpy(answer)).abs().mean().item()
