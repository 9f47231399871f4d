"""Write a function again so that it fits into one graph."""

import torch


def limited(x: torch.Tensor, limit: float) -> torch.Tensor:
    """Return what the function below returns, as one graph.

    torch.compile(limited, fullgraph=True) must accept your code.

        def limited(x, limit):
            peak = x.abs().max().item()
            print("peak:", peak)
            if peak > limit:
                x = x * (limit / peak)
            positive = x[x > 0]
            if len(positive) > 0:
                x = x - positive.mean()
            return x

    The print may go. An x without a positive element has to work, too.
    """
