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
    for _ in cases(range(5)):
        size = random.randint(4, 8)
        classes = random.randint(2, 4)
        width = random.randint(5, 9)
        lengths = [random.randint(2, width - 2), width, random.randint(2, width - 2)]
        mask = torch.stack(
            [(torch.arange(width) < length).long() for length in lengths]
        )
        ids = torch.randint(1, 20, (3, width)) * mask
        model = module.MeanHead(Body(size), size, classes)
        states = model.body(ids, mask).last_hidden_state
        sums = torch.stack(
            [row[:length].sum(dim=0) for row, length in zip(states, lengths)]
        )
        want = model.head(sums / torch.tensor(lengths).unsqueeze(-1))
        got = model(ids, mask)
        call = (
            f"MeanHead(body, {size}, {classes})(input_ids, attention_mask) "
            f"for sentences of {lengths} tokens"
        )
        expect(call, got, want, hint_for(model, states, mask, want, got), atol=1e-5)
        alone = model(ids[:1, : lengths[0]], mask[:1, : lengths[0]])
        hint = (
            "the answer changes with the filling; a sentence alone should get the same"
        )
        expect(f"{call}, the first sentence alone", alone, got[:1], hint, atol=1e-5)


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`attention_mask.unsqueeze(-1)` has the shape (batch, tokens, 1), so it "
            "can be multiplied with the hidden states. Divide by how many tokens each "
            "sentence has, not by the width of the batch."
        ),
    )
