"""Check depends_on_padding: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch
from torch import nn

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import cases, expect, main


class MaskedMean(nn.Module):
    """Counts words only."""

    def __init__(self, dropout: float = 0.0) -> None:
        super().__init__()
        numbers = torch.randint(-4, 5, (20, 8)).float()  # whose sums do not round
        self.vectors = nn.Embedding.from_pretrained(numbers)
        self.dropout = nn.Dropout(dropout)

    def forward(self, tokens: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        vectors = self.dropout(self.vectors(tokens)) * mask[..., None]
        return vectors.sum(dim=1) / mask.sum(dim=1, keepdim=True)


class Mean(MaskedMean):
    """Counts padding as a word."""

    def forward(self, tokens: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        return super().forward(tokens, torch.ones_like(mask))


class Rounds(MaskedMean):
    """The answer moves with the length, by what another order of adding might do."""

    def forward(self, tokens: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        return super().forward(tokens, mask) + 1e-6 * tokens.shape[1]


class OneRow(MaskedMean):
    """Only the last text is read with its padding."""

    def forward(self, tokens: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        mask = mask.clone()
        mask[-1] = True
        return super().forward(tokens, mask)


def check_once(module: ModuleType, length: int) -> None:
    mask = torch.arange(length) < torch.randint(2, length, (3, 1))
    tokens = torch.randint(1, 20, (3, length)) * mask

    def call(model: nn.Module) -> bool:
        return module.depends_on_padding(model, tokens.clone(), mask.clone())

    hint = "the model reads words only; the new places are False in the mask"
    expect("MaskedMean, in eval mode", call(MaskedMean().eval()), False, hint)
    hint = "this model counts padding as words: add some, and its answers change"
    expect("Mean, in eval mode", call(Mean().eval()), True, hint)
    hint = "one answer that changes is enough, in whichever row"
    expect("OneRow, in eval mode", call(OneRow().eval()), True, hint)
    hint = "two ways of adding round otherwise; allow a difference of 1e-4"
    expect("Rounds, in eval mode", call(Rounds().eval()), False, hint)
    hint = "switch dropout off with eval()"
    dropping = MaskedMean(dropout=0.5).train()
    expect("MaskedMean with dropout", call(dropping), False, hint)
    hint = "put the model back into the mode in which it was"
    expect("model.training afterwards", dropping.training, True, hint)


def check(module: ModuleType) -> None:
    for _ in cases(range(2)):
        check_once(module, random.randint(4, 8))


if __name__ == "__main__":
    main(
        check,
        hints=("`nn.functional.pad` adds a column. One answer that changes is enough."),
    )
