"""Cuts one factor off the graph: only the other learns."""

# hint: both must train
import torch


class LoRAEmbedding(torch.nn.Module):
    def __init__(self, embedding: torch.nn.Embedding, rank: int, scale: float):
        super().__init__()
        self.embedding, self.scale = embedding.requires_grad_(False), scale
        tokens, size = embedding.weight.shape
        self.a = torch.nn.Parameter(torch.zeros(tokens, rank))
        self.b = torch.nn.Parameter(torch.randn(rank, size))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return self.embedding(ids) + self.scale * (self.a[ids] @ self.b.detach())
