"""One factor starts at zero, the other does not."""

import torch


class LoRAEmbedding(torch.nn.Module):
    def __init__(self, embedding: torch.nn.Embedding, rank: int, scale: float):
        super().__init__()
        self.embedding, self.scale = embedding.requires_grad_(False), scale
        tokens, size = embedding.weight.shape
        self.a = torch.nn.Parameter(torch.randn(tokens, rank))
        self.b = torch.nn.Parameter(torch.zeros(rank, size))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return self.embedding(ids) + self.scale * (self.a[ids] @ self.b)
