"""Check five tests by the bugs that they find: python check.py [FILE]."""

import sys
from pathlib import Path
from types import ModuleType

import torch
from torch import nn
from torch.nn import functional as F

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, main


class Right(nn.Module):
    def __init__(self, features: int, classes: int) -> None:
        super().__init__()
        self.first, self.norm = nn.Linear(features, 16, bias=False), nn.BatchNorm1d(16)
        self.dropout, self.second = nn.Dropout(0.3), nn.Linear(16, classes)

    def hidden(self, inputs: torch.Tensor) -> torch.Tensor:
        return F.gelu(self.norm(self.first(inputs)))

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        return self.second(self.dropout(self.hidden(inputs)))


class Plain(nn.Sequential):
    def __init__(self, features: int, classes: int) -> None:
        super().__init__(
            nn.LayerNorm(features),
            nn.Linear(features, 8),
            nn.Tanh(),
            nn.Linear(8, classes),
        )


class Softmax(Right):
    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        return super().forward(inputs).softmax(dim=1)


class Detached(Right):
    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        return self.second(self.dropout(self.hidden(inputs).detach()))


class AlwaysDrops(Right):
    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        return self.second(F.dropout(self.hidden(inputs), 0.3))


class MixesRows(Right):
    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        return super().forward(inputs - inputs.mean(dim=0))


class MixesOneRow(Right):
    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        inputs = inputs.clone()
        inputs[len(inputs) // 2] = inputs.mean(dim=0)
        return super().forward(inputs)


class InAList(Right):
    def __init__(self, features: int, classes: int) -> None:
        super().__init__(features, classes)
        self.extra = [nn.Linear(16, 16)]

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        return self.second(self.dropout(self.extra[0](self.hidden(inputs))))


BUGS = {
    "test_logits": {"softmax at the end": Softmax},
    "test_gradients": {"a layer cut off by detach": Detached},
    "test_eval_repeats": {"dropout that never ends": AlwaysDrops},
    "test_rows_are_independent": {
        "rows that know each other": MixesRows,
        "one row that knows the others": MixesOneRow,
    },
    "test_state_dict_is_all": {"a layer in a Python list": InAList},
}


def fails(module: ModuleType, name: str, build: type[nn.Module]) -> str:
    """What the test says against this model, or nothing."""
    try:
        getattr(module, name)(build)
    except Exception as error:
        return f"{type(error).__name__}: {error}".strip().splitlines()[0]
    return ""


def check(module: ModuleType) -> None:
    for build in (Right, Plain):
        for name in BUGS:
            if said := fails(module, name, build):
                raise Wrong(
                    f"{name}(build)",
                    expected="passes, as the model is right",
                    got=said,
                    hint=(
                        f"{name} fails for a model that is right; "
                        "look at modes, sizes and tolerances"
                    ),
                )
    survived = [
        (name, bug)
        for name, builds in BUGS.items()
        for bug, build in builds.items()
        if not fails(module, name, build).startswith("AssertionError")
    ]
    if survived:
        killed = 5 - len({name for name, _ in survived})
        named = ", ".join(f"{bug} ({name})" for name, bug in survived)
        raise Wrong(
            "each test on the model with its bug",
            expected="killed 5 of 5",
            got=f"killed {killed}",
            hint=f"killed {killed} of 5; survived: {named}",
        )


if __name__ == "__main__":
    main(
        check,
        right=(
            "Two models that are right pass, and your tests killed 5 of 5. Next: plant "
            "a sixth bug that they do not catch."
        ),
    )
