"""Check LoRAEmbedding: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


def check(module: ModuleType) -> None:
    for _ in cases(range(4)):
        tokens = random.randint(8, 12)
        size = random.randint(6, 9)
        rank = random.randint(2, 3)
        scale = random.choice([2, 4])
        embedding = torch.nn.Embedding(tokens, size)
        weight, ids = embedding.weight.detach().clone(), torch.randint(tokens, (3, 5))
        layer = module.LoRAEmbedding(embedding, rank, float(scale))
        call = (
            f"LoRAEmbedding(torch.nn.Embedding({tokens}, "
            f"{size}), rank={rank}, scale={scale}.0)"
        )
        before = layer(ids)
        want = weight[ids]
        got = before.detach() if isinstance(before, torch.Tensor) else before
        expect(
            f"{call}(ids)",
            got,
            want,
            "before training it must give what the embedding gives",
            rtol=0,
            atol=0,
        )
        factors = {
            name: p for name, p in layer.named_parameters() if p is not embedding.weight
        }
        shapes = sorted(tuple(p.shape) for p in factors.values())
        if shapes != sorted([(tokens, rank), (rank, size)]):
            raise Wrong(
                f"{call} has parameters of shapes {shapes}",
                hint="A is (tokens, rank) and B is (rank, size)",
            )
        if embedding.weight.requires_grad:
            raise Wrong(
                call, hint="the embedding itself must be frozen: requires_grad_(False)"
            )
        a = next(p for p in factors.values() if p.shape == (tokens, rank))
        b = next(p for p in factors.values() if p is not a)
        layer(ids).square().sum().backward()
        if not any(p.grad is not None and p.grad.any() for p in (a, b)):
            raise Wrong(
                call,
                hint=(
                    "neither A nor B ever moves: "
                    "both gradients are zero; start one of them at random"
                ),
            )
        with torch.no_grad():
            a.copy_(torch.randn_like(a))
            b.copy_(torch.randn_like(b))
            product = (a @ b)[ids]
            got = layer(ids)
            hint = "add scale * (A @ B)[ids] to the embedding's vectors"
            if isinstance(got, torch.Tensor) and torch.allclose(
                got, weight[ids] + product, atol=1e-4
            ):
                hint = "multiply the product by scale"
            expect(
                f"{call}(ids), after training",
                got,
                weight[ids] + scale * product,
                hint,
                rtol=1e-3,
                atol=1e-4,
            )
        a.grad = b.grad = None
        layer(ids).square().sum().backward()
        for name, factor in (("A", a), ("B", b)):
            if factor.grad is None or not factor.grad.any():
                raise Wrong(
                    call,
                    hint=(
                        f"{name} gets no gradient although both factors are random; "
                        "both must train"
                    ),
                )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "`W[ids]` picks rows, and so does `A[ids]`; the product A @ B need never "
            "be built. If A and B both start at zero, both gradients are zero."
        ),
    )
