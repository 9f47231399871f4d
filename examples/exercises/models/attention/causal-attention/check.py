"""Check causal_attention: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import torch
from torch.nn import functional as F
from torch.overrides import TorchFunctionMode

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


READY_MADE = ("scaled_dot_product_attention", "multi_head_attention_forward")


class ByHand(TorchFunctionMode):
    """Refuse the function that is to be written."""

    def __torch_function__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        if getattr(func, "__name__", "").endswith(READY_MADE):
            raise Wrong(
                f"causal_attention calls {func.__name__}",
                hint="write the formula yourself, without it",
            )
        return func(*args, **(kwargs or {}))


def mistake(
    got: torch.Tensor,
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    mask: torch.Tensor,
) -> str:
    plain = query @ key.mT
    scores = plain / query.shape[-1] ** 0.5

    def masked(scores: torch.Tensor, mask: torch.Tensor, dim: int = -1) -> torch.Tensor:
        return scores.masked_fill(~mask, float("-inf")).softmax(dim=dim)

    def close(weights: torch.Tensor) -> bool:
        return torch.allclose(got, weights @ value, rtol=1e-4, atol=1e-5)

    if got.isnan().all():
        return "0 times -inf is NaN: fill the forbidden scores, as masked_fill does"
    if got.isnan().any():
        return "a query without keys gives NaN: is the mask the wrong way round?"
    if close(scores.softmax(dim=-1)):
        return "a query sees keys that come after it: mask the scores"
    if close(masked(scores, mask, dim=-2)):
        return "the weights of one query add up to 1, so the softmax goes over the keys"
    if any(close(masked(plain / by, mask)) for by in (1, query.shape[-1])):
        return "divide the scores by the square root of the width"
    if close(masked(scores, torch.ones_like(mask).tril())):
        return (
            "with fewer queries than keys, the last query sees all keys: "
            "shift the diagonal"
        )
    if close(scores.softmax(dim=-1) * mask):
        return (
            "mask the scores before the softmax, or the weights no longer add up to 1"
        )
    return "scores, divided; forbidden ones to -inf; softmax over the keys; times value"


def check(module: ModuleType) -> None:
    for equal in cases((True, False, True, False)):
        batch = random.randint(1, 2)
        heads = random.randint(1, 2)
        width = random.randint(3, 5)
        queries = random.randint(3, 4)
        keys = queries if equal else queries + random.randint(1, 3)
        query = torch.randn(batch, heads, queries, width)
        key, value = (torch.randn(batch, heads, keys, width) for _ in range(2))
        mask = torch.ones(queries, keys, dtype=torch.bool).tril(diagonal=keys - queries)
        want = F.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        with ByHand():
            inputs = query.clone(), key.clone(), value.clone()
            got = module.causal_attention(*inputs)
        names = ("query", "key", "value")
        for name, before, after in zip(names, (query, key, value), inputs):
            if not torch.equal(before, after):
                raise Wrong(
                    f"causal_attention changes {name}",
                    hint="make new tensors, leave what you are given as it is",
                )
        hint = ""
        if (
            isinstance(got, torch.Tensor)
            and got.shape == want.shape
            and got.dtype == want.dtype
        ):
            hint = mistake(got, query, key, value, mask)
        call = (
            f"causal_attention of {queries} queries and {keys} keys, "
            f"batch {batch}, heads {heads}, width {width}"
        )
        expect(call, got, want, hint, rtol=1e-4, atol=1e-5)


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`tril` takes a diagonal. Fill the forbidden scores with -inf before the "
            "softmax over the keys."
        ),
        right=(
            "Four cases agreed with PyTorch's attention, two of them with fewer "
            "queries than keys. Now print your weights for 2 queries and 5 keys: "
            "which cells are 0?"
        ),
    )
