"""Check initialise: python check.py [FILE]."""

import math
import random
import sys
from itertools import pairwise
from pathlib import Path
from types import ModuleType

from torch import nn

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, main

GAINS = {nn.ReLU: math.sqrt(2), nn.Tanh: 5 / 3}


def distinct(gain: float, fan_in: int, fan_out: int) -> bool:
    """Whether the usual mistakes give standard deviations that can be told apart."""
    stds = [
        other / math.sqrt(fan_in)
        for other in (math.sqrt(1 / 3), 1.0, math.sqrt(2), 5 / 3)
    ]
    stds += [gain / math.sqrt(fan_out), gain * math.sqrt(2 / (fan_in + fan_out))]
    stds.sort()
    return all(above > 1.07 * below for below, above in pairwise(stds))


def build() -> nn.Sequential:
    """Wide layers, so that a standard deviation is known to better than one percent."""
    activations = [nn.ReLU, nn.Tanh, nn.Identity, random.choice([nn.ReLU, nn.Tanh])]
    random.shuffle(activations)
    gains = [GAINS.get(activation, 1.0) for activation in activations] + [1.0]
    while True:
        widths = random.sample(range(100, 600, 20), 6)
        if all(distinct(*sizes) for sizes in zip(gains, widths, widths[1:])):
            break
    layers: list[nn.Module] = []
    for before, after, activation in zip(widths, widths[1:], activations):
        layers += [nn.Linear(before, after, bias=random.random() < 0.7), activation()]
    return nn.Sequential(*layers, nn.Linear(widths[4], widths[5]))


def hint_for(got: float, gain: float, fan_in: int, fan_out: int) -> str:
    def near(value: float) -> bool:
        return abs(got - value) < 0.03 * value

    if got == 0:
        return "equal weights make all units the same; draw them at random"
    if near(math.sqrt(1 / 3 / fan_in)):
        return (
            "this layer has PyTorch's default; fill every nn.Linear, the last one too"
        )
    if near(gain / math.sqrt(fan_out)):
        return (
            "divide by the square root of fan_in, "
            "the number of inputs, which is shape[1]"
        )
    if near(gain * math.sqrt(2 / (fan_in + fan_out))):
        return "Xavier uses both fans; here only fan_in counts"
    if any(near(other / math.sqrt(fan_in)) for other in (1.0, math.sqrt(2), 5 / 3)):
        return (
            "the gain is that of the module right after this layer, "
            "and 1 where that bends nothing or there is none"
        )
    return "the standard deviation is gain / sqrt(fan_in)"


def check(module: ModuleType) -> None:
    for _ in cases(range(3)):
        model = build()
        before = list(model.parameters())
        module.initialise(model)
        after = list(model.parameters())
        if list(map(id, before)) != list(map(id, after)):
            raise Wrong(
                "initialise(model)",
                hint=(
                    "fill the parameters in place, so that an optimizer still has them"
                ),
            )
        frozen = [n for n, p in model.named_parameters() if not p.requires_grad]
        if frozen:
            raise Wrong(
                "initialise(model)",
                expected="requires_grad=True everywhere",
                got=f"False in {', '.join(frozen)}",
                hint=(
                    "initialisation must leave the parameters trainable; "
                    "thaw them with requires_grad_(True)"
                ),
            )
        for number, layer in enumerate(model):
            if not isinstance(layer, nn.Linear):
                continue
            follower = model[number + 1] if number + 1 < len(model) else None
            gain = GAINS.get(type(follower), 1.0)
            call = f"{layer}, then {follower}"
            want, got = gain / math.sqrt(layer.in_features), layer.weight.std().item()
            if not abs(got - want) < 0.03 * want:
                raise Wrong(
                    call,
                    expected=f"std {want:.4f}",
                    got=f"std {got:.4f}",
                    hint=hint_for(got, gain, layer.in_features, layer.out_features),
                )
            if abs(layer.weight.mean().item()) > 0.1 * want:
                raise Wrong(
                    call,
                    hint="the mean of the weights should be 0, as many below as above",
                )
            if layer.bias is not None and layer.bias.abs().max() > 0:
                raise Wrong(
                    call,
                    expected="a bias of zeros",
                    got=f"up to {layer.bias.abs().max().item():.4f}",
                    hint="the biases are 0, in every layer that has them",
                )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "A model can be indexed and has a length; `zip(model, [*model][1:])` "
            "leaves the last module out. Kaiming initialisation takes the name of the "
            "nonlinearity and divides by `sqrt(fan_in)`."
        ),
    )
