"""Trainers with one bug each, and the check that names it."""

# --8<-- [start:one]
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from own import device, labels, make_batch, make_model, signals, trainer
from preflight import Batch, Trainer, inspect, report

good = trainer()


def keeps_gradients(
    model: nn.Module, optimizer: torch.optim.Optimizer, batch: Batch
) -> None:
    inputs, targets = batch
    F.cross_entropy(model(inputs), targets).backward()
    optimizer.step()


stale = replace(good, step=keeps_gradients)
if __name__ == "__main__":
    print(report(inspect(stale)))
# --8<-- [end:one]


# --8<-- [start:data]
def bytes_as_floats() -> Batch:
    inputs, targets = make_batch()
    return 255 * inputs, targets


def one_class() -> Batch:
    rows = (labels == 3).nonzero().flatten()[:64]
    return signals[rows].to(device), labels[rows].to(device)


def nine_outputs() -> nn.Module:
    return nn.Sequential(nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 9)).to(device)


def column() -> nn.Module:
    return nn.Sequential(nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 1)).to(device)


def row() -> Batch:
    inputs, targets = make_batch()
    return inputs, (targets - 4.5) / 3


regression = replace(good, model=column, batch=row, loss=F.mse_loss)
in_data = {
    "bytes as floats": (replace(good, batch=bytes_as_floats), "batch"),
    "sorted by class": (replace(good, batch=one_class), "batch"),
    "a class too few": (replace(good, model=nine_outputs), "shapes"),
    "column against row": (regression, "shapes"),
}
# --8<-- [end:data]


# --8<-- [start:model]
class Net(nn.Module):
    """What the trainers below change a part of."""

    def __init__(self) -> None:
        super().__init__()
        self.body, self.head = nn.Linear(64, 32), nn.Linear(32, 10)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.body(x).relu())


class HiddenLayers(Net):
    def __init__(self) -> None:
        super().__init__()
        self.more = [nn.Linear(64, 64, device=device)]

    def forward(self, x: Tensor) -> Tensor:
        return super().forward(self.more[0](x))


class PlainTensor(Net):
    def __init__(self) -> None:
        super().__init__()
        self.mean = signals.mean(dim=0).to(device)

    def forward(self, x: Tensor) -> Tensor:
        return super().forward(x - self.mean)


class ForgotDevice(Net):
    def forward(self, x: Tensor) -> Tensor:
        mask = torch.ones(64)
        return super().forward(x * mask)


class Detached(Net):
    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.body(x).relu().detach())


class Dead(Net):
    def forward(self, x: Tensor) -> Tensor:
        return self.head((self.body(x) - 10).relu())


class AlwaysDrops(Net):
    def forward(self, x: Tensor) -> Tensor:
        return self.head(F.dropout(self.body(x).relu(), 0.2))


class OtherInEval(Net):
    def forward(self, x: Tensor) -> Tensor:
        outputs = super().forward(x)
        return outputs if self.training else outputs.softmax(dim=1)


class MixesRows(Net):
    def forward(self, x: Tensor) -> Tensor:
        return super().forward(x - x.mean(dim=0))


class Unseeded(Net):
    def __init__(self) -> None:
        super().__init__()
        draw = np.random.default_rng().normal(0, 0.1, (32, 64))
        self.body.weight = nn.Parameter(torch.tensor(draw, dtype=torch.float32))


class Unsaved(Net):
    def __init__(self) -> None:
        super().__init__()
        self.scale = 1.0

    def forward(self, x: Tensor) -> Tensor:
        if self.training:
            self.scale = 0.9 * self.scale + 0.1 * x.std().item()
        return super().forward(x / self.scale)


class Branches(Net):
    def forward(self, x: Tensor) -> Tensor:
        return super().forward(x if x.mean() > 0 else -x)


class Squeezes(Net):
    def forward(self, x: Tensor) -> Tensor:
        return super().forward(x).squeeze()


def using(net: type[nn.Module]) -> Trainer:
    return replace(good, model=lambda: net().to(device))


in_model = {
    "a list of layers": (using(HiddenLayers), "hidden layers"),
    "a plain tensor": (using(PlainTensor), "plain tensors"),
    "no device=": (using(ForgotDevice), "devices"),
    "detach": (using(Detached), "gradients"),
    "dead units": (using(Dead), "gradients"),
    "dropout in eval": (using(AlwaysDrops), "eval"),
    "softmax in eval": (using(OtherInEval), "eval"),
    "mean of the batch": (using(MixesRows), "rows"),
    "squeeze": (using(Squeezes), "rows"),
    "unseeded NumPy": (using(Unseeded), "seeds"),
    "state not saved": (using(Unsaved), "checkpoint"),
    "branch on values": (using(Branches), "export"),
}
# --8<-- [end:model]


# --8<-- [start:training]
def softmax_twice(outputs: Tensor, targets: Tensor) -> Tensor:
    return F.cross_entropy(outputs.softmax(dim=1), targets)


def wrong_axis(outputs: Tensor, targets: Tensor) -> Tensor:
    return F.nll_loss(outputs.log_softmax(dim=0), targets)


def total(outputs: Tensor, targets: Tensor) -> Tensor:
    return F.cross_entropy(outputs, targets, reduction="sum")


def changed(
    scale: float = 1, frozen: bool = False, training: bool = True
) -> Callable[[], nn.Module]:
    def make() -> nn.Module:
        model = make_model().train(training)
        first, last = model.get_submodule("0"), model.get_submodule("4")
        first.requires_grad_(not frozen)
        last.load_state_dict({k: scale * v for k, v in last.state_dict().items()})
        return model

    return make


def sgd(lr: float, part: str = "") -> Callable[[nn.Module], torch.optim.Optimizer]:
    return lambda model: torch.optim.SGD(model.get_submodule(part).parameters(), lr=lr)


def clears_too_late(
    model: nn.Module, optimizer: torch.optim.Optimizer, batch: Batch
) -> None:
    inputs, targets = batch
    F.cross_entropy(model(inputs), targets).backward()
    optimizer.zero_grad()
    optimizer.step()


in_training = {
    "softmax over rows": (replace(good, loss=wrong_axis), "first loss"),
    "sum, not mean": (replace(good, loss=total), "first loss"),
    "weights times 30": (replace(good, model=changed(scale=30)), "first loss"),
    "frozen layer": (replace(good, model=changed(frozen=True)), "gradients"),
    "head only": (replace(good, optimizer=sgd(0.2, "4")), "one step"),
    "lr times 1000": (replace(good, optimizer=sgd(200)), "one step"),
    "cleared too late": (replace(good, step=clears_too_late), "one step"),
    "no zero_grad": (stale, "zero_grad"),
    "no train()": (replace(good, model=changed(training=False)), "modes"),
    "softmax twice": (replace(good, loss=softmax_twice), "one batch"),
    "lr over 100000": (replace(good, optimizer=sgd(2e-6)), "one batch"),
}
# --8<-- [end:training]

# --8<-- [start:all]
BROKEN = in_data | in_model | in_training

if __name__ == "__main__":
    named = 0
    for bug, (broken, expected) in BROKEN.items():
        alarms = [name for name, wrong in inspect(broken).items() if wrong]
        print(f"{bug:20}{', '.join(alarms)}")
        named += alarms == [expected]
    print(f"named by its own check and no other: {named} of {len(BROKEN)}")
# --8<-- [end:all]
