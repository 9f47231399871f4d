"""Check count_weights: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

from torch import nn

sys.path.insert(0, str(Path(__file__).resolve().parents[4]))
from checking import cases, expect, main


def layers(size: int, width: int, blocks: int) -> nn.ModuleList:
    model = nn.ModuleList([nn.Embedding(size, width)])
    for _ in range(blocks):
        model += [nn.LayerNorm(width), nn.LayerNorm(width)]
        model += [nn.Linear(width, 3 * width), nn.Linear(width, width)]
        model += [nn.Linear(width, 4 * width), nn.Linear(4 * width, width)]
    model += [nn.LayerNorm(width), nn.Linear(width, size)]
    return model


def count(model: nn.Module) -> int:
    return sum(weight.numel() for weight in model.parameters())


def check(module: ModuleType) -> None:
    call = "count_weights(size=10, width=4, blocks=0)"
    hint = "without a block: the embedding, the last norm, and the layer that answers"
    expect(call, module.count_weights(10, 4, 0), count(layers(10, 4, 0)), hint)
    for _ in cases(range(3)):
        size, width = random.randint(50, 900), 4 * random.randint(2, 40)
        blocks = random.randint(1, 6)
        got = module.count_weights(size, width, blocks)
        call = f"count_weights(size={size}, width={width}, blocks={blocks})"
        hint = "one block has 12 times the square of the width in its four matrices, "
        hint += "and 13 times the width in biases and norms"
        expect(call, got, count(layers(size, width, blocks)), hint)


if __name__ == "__main__":
    main(
        check,
        hints=(
            "Write down each layer's two sides. A linear layer has as many biases as "
            "it has outputs: in a block that makes 3 + 1 + 4 + 1 times the width."
        ),
        right=(
            "Four sizes were right. Next: which share of the weights of "
            "`count_weights(512, 64, 2)` is in the blocks, and which of "
            "`count_weights(512, 1024, 2)`?"
        ),
    )
