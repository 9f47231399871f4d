"""A small framework over NumPy: an autograd engine, modules, Adam and a data loader."""

# --8<-- [start:tensor]
from collections.abc import Iterator

import numpy as np


class Tensor:
    """An array, and for each input it was computed from a rule for the gradient."""

    def __init__(self, data, inputs=()):
        self.data = np.asarray(data, dtype=np.float32)
        self.inputs = inputs
        self.grad = None

    def __add__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        return Tensor(
            self.data + other.data, [(self, lambda g: g), (other, lambda g: g)]
        )

    def __mul__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        rules = [(self, lambda g: g * other.data), (other, lambda g: g * self.data)]
        return Tensor(self.data * other.data, rules)

    def __matmul__(self, other):
        rules = [(self, lambda g: g @ other.data.T), (other, lambda g: self.data.T @ g)]
        return Tensor(self.data @ other.data, rules)

    def t(self):
        return Tensor(self.data.T, [(self, lambda g: g.T)])

    def relu(self):
        return Tensor(np.maximum(self.data, 0), [(self, lambda g: g * (self.data > 0))])

    def sum(self):
        return Tensor(
            self.data.sum(), [(self, lambda g: np.broadcast_to(g, self.data.shape))]
        )

    def item(self):
        return self.data.item()

    def backward(self):
        gradients = {self: np.ones_like(self.data)}
        for tensor in reversed(in_order(self)):
            gradient = gradients.pop(tensor)
            if not tensor.inputs:
                tensor.grad = (
                    gradient if tensor.grad is None else tensor.grad + gradient
                )
            for source, rule in tensor.inputs:
                part = unbroadcast(rule(gradient), source.data.shape)
                gradients[source] = (
                    gradients[source] + part if source in gradients else part
                )


# --8<-- [end:tensor]


# --8<-- [start:walk]
def in_order(result: Tensor) -> list[Tensor]:
    """All tensors that the result depends on, each after its inputs."""
    order, seen = [], set()

    def visit(tensor):
        if tensor not in seen:
            seen.add(tensor)
            for source, _ in tensor.inputs:
                visit(source)
            order.append(tensor)

    visit(result)
    return order


def unbroadcast(gradient: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """Sum over the axes that broadcasting added or stretched."""
    if gradient.shape == shape:
        return gradient
    gradient = gradient.sum(axis=tuple(range(gradient.ndim - len(shape))))
    stretched = tuple(axis for axis, size in enumerate(shape) if size == 1)
    return gradient.sum(axis=stretched, keepdims=True)


# --8<-- [end:walk]


# --8<-- [start:loss]
def cross_entropy(logits: Tensor, labels: np.ndarray) -> Tensor:
    """The mean over the rows of log(sum(exp(z))) - z[label]."""
    rows = np.arange(len(labels))
    shifted = logits.data - logits.data.max(axis=1, keepdims=True)
    powers = np.exp(shifted)
    total = powers.sum(axis=1, keepdims=True)
    loss = (np.log(total[:, 0]) - shifted[rows, labels]).mean()

    def rule(g):
        change = powers / total
        change[rows, labels] -= 1
        return g * change / len(labels)

    return Tensor(loss, [(logits, rule)])


# --8<-- [end:loss]


# --8<-- [start:module]
class Module:
    """Finds the tensors and modules among its own attributes."""

    training = True

    def __call__(self, x: Tensor) -> Tensor:
        return self.forward(x)

    def forward(self, x: Tensor) -> Tensor:
        raise NotImplementedError

    def children(self) -> list["Module"]:
        return [value for value in vars(self).values() if isinstance(value, Module)]

    def named_parameters(self, prefix: str = "") -> Iterator[tuple[str, Tensor]]:
        for name, value in vars(self).items():
            if isinstance(value, Tensor):
                yield prefix + name, value
            elif isinstance(value, Module):
                yield from value.named_parameters(f"{prefix}{name}.")

    def parameters(self) -> list[Tensor]:
        return [parameter for _, parameter in self.named_parameters()]

    def train(self, mode: bool = True) -> None:
        self.training = mode
        for child in self.children():
            child.train(mode)

    def eval(self) -> None:
        self.train(False)


# --8<-- [end:module]


# --8<-- [start:layers]
class Linear(Module):
    def __init__(self, inputs: int, outputs: int, rng: np.random.Generator):
        bound = inputs**-0.5
        self.weight = Tensor(rng.uniform(-bound, bound, (outputs, inputs)))
        self.bias = Tensor(rng.uniform(-bound, bound, outputs))

    def forward(self, x: Tensor) -> Tensor:
        return x @ self.weight.t() + self.bias


class ReLU(Module):
    def forward(self, x: Tensor) -> Tensor:
        return x.relu()


class Sequential(Module):
    def __init__(self, *layers: Module):
        for number, layer in enumerate(layers):
            setattr(self, str(number), layer)

    def forward(self, x: Tensor) -> Tensor:
        for layer in self.children():
            x = layer(x)
        return x


# --8<-- [end:layers]


# --8<-- [start:adam]
class Adam:
    def __init__(self, parameters: list[Tensor], lr: float = 1e-3):
        self.parameters, self.lr, self.steps = parameters, lr, 0
        self.means = [np.zeros_like(p.data) for p in parameters]
        self.squares = [np.zeros_like(p.data) for p in parameters]

    def zero_grad(self) -> None:
        for parameter in self.parameters:
            parameter.grad = None

    def step(self) -> None:
        self.steps += 1
        for parameter, mean, square in zip(self.parameters, self.means, self.squares):
            mean += 0.1 * (parameter.grad - mean)
            square += 0.001 * (parameter.grad**2 - square)
            size = np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            parameter.data -= self.lr * mean / (1 - 0.9**self.steps) / size


# --8<-- [end:adam]


# --8<-- [start:loader]
class DataLoader:
    def __init__(self, features, labels, batch_size: int, rng: np.random.Generator):
        self.features, self.labels = features, labels
        self.batch_size, self.rng = batch_size, rng

    def __iter__(self) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        order = self.rng.permutation(len(self.labels))
        for start in range(0, len(order), self.batch_size):
            rows = order[start : start + self.batch_size]
            yield self.features[rows], self.labels[rows]


# --8<-- [end:loader]
