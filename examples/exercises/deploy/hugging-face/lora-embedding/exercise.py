"""Carry LoRA over to an embedding."""

import torch


class LoRAEmbedding(torch.nn.Module):
    """A frozen torch.nn.Embedding plus scale * (A @ B), where only A and B train.

    The weight W of the embedding has the shape (tokens, size), A has (tokens, rank)
    and B (rank, size). You choose how A and B start, so that the layer gives exactly
    what the embedding gives, and still learns.
    """

    def __init__(self, embedding: torch.nn.Embedding, rank: int, scale: float):
        super().__init__()
        self.embedding, self.scale = embedding, scale

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        """Return the vectors of ids, of shape (*ids.shape, size)."""
