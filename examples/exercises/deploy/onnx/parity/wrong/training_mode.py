"""Forgets eval(): dropout makes the model another one at each call."""

# hint: call model.eval()
import torch


@torch.inference_mode()
def worst_difference(model, session, inputs, sizes):
    worst = 0.0
    for size in sizes:
        batch = inputs[:size]
        (answer,) = session.run(None, {"inputs": batch.numpy()})
        worst = max(worst, (model(batch) - torch.from_numpy(answer)).abs().max().item())
    return worst
