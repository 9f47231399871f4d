"""Takes all inputs, whatever the sizes."""

# hint: compare inputs[:size]
import torch


@torch.inference_mode()
def worst_difference(model, session, inputs, sizes):
    (answer,) = session.run(None, {"inputs": inputs.numpy()})
    return (model.eval()(inputs) - torch.from_numpy(answer)).abs().max().item()
