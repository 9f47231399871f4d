"""Check MeanHead: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import cases, expect, main


class Body(torch.nn.Module):
    """Stands in for a transformer: an embedding that treats filling like all else."""

    def __init__(self, size: int):
        super().__init__()
        self.embedding = torch.nn.Embedding(20, size)

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor
    ) -> SimpleNamespace:
        return SimpleNamespace(last_hidden_state=self.embedding(input_ids))


def hint_for(
    model: torch.nn.Module,
    states: torch.Tensor,
    mask: torch.Tensor,
    want: torch.Tensor,
    got: object,
) -> str:
    if not isinstance(got, torch.Tensor) or got.shape != want.shape:
        return ""
    if torch.allclose(got, want.softmax(dim=1), atol=1e-5):
        return "return logits; the loss applies the softmax"
    if torch.allclose(got, model.head(states.mean(dim=1)), atol=1e-5):
        return (
            "filling must not count; multiply the states with the mask before you sum"
        )
    if torch.allclose(got, model.head(states[:, 0]), atol=1e-5):
        return "take the mean over the tokens, not the first"
    if torch.allclose(
        got, model.head((states * mask.unsqueeze(-1)).mean(dim=1)), atol=1e-5
    ):
        return (
            "divide by the number of tokens of each sentence, "
            "which is the sum of its mask"
        )
    return (
        "sum the states where the mask is 1, "
        "divide by how many there are, and apply the head"
    )


@torch.no_grad()
def check(module: ModuleType) -> None:
    for case in cases(range(5)):
        size = random.randint(4, 8)
        classes = random.randint(2, 4)
        width = random.randint(5, 9)
        lengths = [random.randint(2, width - 2), width, random.randint(2, width - 2)]
        mask = torch.stack(
            [(torch.arange(width) < length).long() for length in lengths]
        )
        side = ("end", "front")[case % 2]
        mask = mask.flip(1) if side == "front" else mask
        ids = torch.randint(1, 20, (3, width)) * mask
        model = module.MeanHead(Body(size), size, classes)
        states = model.body(ids, mask).last_hidden_state
        sums = torch.stack(
            [row[kept].sum(dim=0) for row, kept in zip(states, mask.bool())]
        )
        want = model.head(sums / torch.tensor(lengths).unsqueeze(-1))
        got = model(ids, mask)
        call = (
            f"MeanHead(body, {size}, {classes})(input_ids, attention_mask) "
            f"for sentences of {lengths} tokens, filled at the {side}"
        )
        expect(call, got, want, hint_for(model, states, mask, want, got), atol=1e-5)
        kept = mask[0].bool()
        alone = model(ids[:1, kept], mask[:1, kept])
        hint = (
            "the answer changes with the filling; a sentence alone should get the same"
        )
        expect(f"{call}, the first sentence alone", alone, got[:1], hint, atol=1e-5)


if __name__ == "__main__":
    main(
        check,
        hints=(
            "Which shape must the mask have, to be multiplied with hidden states of "
            "shape (batch, tokens, size)? Divide by how many tokens each sentence has, "
            "not by the width of the batch."
        ),
        right=(
            "Five batches agree, and a sentence alone gets the same answer as among "
            "others. Next: take the maximum over the text; what has to become of the "
            "filling first?"
        ),
    )
