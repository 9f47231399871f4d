"""What a first version of an engine gets wrong."""

# --8<-- [start:overwrite]
import numpy as np
import torch

from mini import Tensor, in_order


def backward(result, add):
    """The walk of mini.py, with or without adding where two paths meet."""
    gradients = {result: np.ones_like(result.data)}
    for tensor in reversed(in_order(result)):
        for source, rule in tensor.inputs:
            part = rule(gradients[tensor])
            if add and source in gradients:
                part = gradients[source] + part
            gradients[source] = part
    return gradients


a, b = Tensor(2.0), Tensor(3.0)
y = a * b + b * b
print("overwrites:", backward(y, add=False)[b])
print("adds:      ", backward(y, add=True)[b])
# --8<-- [end:overwrite]


# --8<-- [start:paths]
def follow_every_path(tensor, gradient, calls):
    calls.append(tensor)
    total = 0.0 if tensor.inputs else gradient
    for source, rule in tensor.inputs:
        total += follow_every_path(source, rule(gradient), calls)
    return total


y = Tensor(1.0)
for _ in range(12):
    y = y + y
calls = []
gradient = follow_every_path(y, np.float32(1), calls)
print("every path: gradient", gradient, "after", len(calls), "calls")
order = in_order(y)
gradient = backward(y, add=True)[order[0]]
print("in order:   gradient", gradient, "after", len(order), "tensors")
# --8<-- [end:paths]

# --8<-- [start:deep]
start = torch.ones((), requires_grad=True)
for name, x in [("PyTorch", start), ("ours", Tensor(1.0))]:
    y = x
    for _ in range(2000):
        y = y + 1.0
    try:
        y.backward()
        print(name, "gradient", x.grad.item())
    except RecursionError as error:
        print(name, type(error).__name__)
# --8<-- [end:deep]
