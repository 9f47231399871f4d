"""Add batch norm to mini.py, and compare both of its modes with PyTorch's."""

# --8<-- [start:norm]
import numpy as np
import torch
from torch import nn

from mini import Module, Tensor


class BatchNorm(Module):
    def __init__(self, features: int):
        self.weight, self.bias = Tensor(np.ones(features)), Tensor(np.zeros(features))
        self.running_mean = np.zeros(features, dtype=np.float32)
        self.running_var = np.ones(features, dtype=np.float32)

    def forward(self, x: Tensor) -> Tensor:
        if self.training:
            rows, mean, var = len(x.data), x.data.mean(axis=0), x.data.var(axis=0)
            self.running_mean += 0.1 * (mean - self.running_mean)
            self.running_var += 0.1 * (var * rows / (rows - 1) - self.running_var)
        else:
            mean, var = self.running_mean, self.running_var
        size, training = np.sqrt(var + 1e-5), self.training
        normal = (x.data - mean) / size

        def rule(g):
            if training:
                g = g - g.mean(axis=0) - normal * (g * normal).mean(axis=0)
            return g / size

        return Tensor(normal, [(x, rule)]) * self.weight + self.bias


# --8<-- [end:norm]

# --8<-- [start:norm-compare]
rng = np.random.default_rng(0)
ours, theirs = BatchNorm(2), nn.BatchNorm1d(2)
for mode in (True, True, False):
    ours.train(mode)
    theirs.train(mode)
    batch, factors = rng.uniform(1, 5, (2, 6, 2)).astype(np.float32)
    left, right = Tensor(batch), torch.tensor(batch, requires_grad=True)
    (ours(left) * factors).sum().backward()
    (theirs(right) * torch.tensor(factors)).sum().backward()
    grads = torch.tensor(left.grad), right.grad
    torch.testing.assert_close(*grads, rtol=1e-4, atol=1e-5)
    means = ours.running_mean, theirs.running_mean.numpy()
    for name, grad, mean in zip(("ours", "PyTorch"), grads, means):
        shown = f"gradient {grad[0, 0]:7.4f}   running mean {mean[0]:.4f}"
        print(f"{'training' if mode else 'eval':9} {name:8} {shown}")
print([name for name, _ in ours.named_parameters()])
print(list(theirs.state_dict()))
# --8<-- [end:norm-compare]

# --8<-- [start:dropout]
layer = nn.Dropout(0.2)
for mode in (True, False):
    factors = layer.train(mode)(torch.ones(1000)).unique().tolist()
    print("training" if mode else "eval", [round(factor, 4) for factor in factors])
# --8<-- [end:dropout]
