"""Two routers: the sum of a weight for each word, or the mean of its vectors."""

# --8<-- [start:linear]
import torch
from torch import nn


class WordCounts(nn.Module):
    """A linear layer on the counts of the words, without those that are 0."""

    def __init__(self, words: int, classes: int = 3):
        super().__init__()
        self.weights = nn.EmbeddingBag(words, classes, mode="sum")
        self.bias = nn.Parameter(torch.zeros(classes))
        nn.init.zeros_(self.weights.weight)

    def forward(self, ids: torch.Tensor, starts: torch.Tensor) -> torch.Tensor:
        return self.weights(ids, starts) + self.bias


# --8<-- [end:linear]


# --8<-- [start:embedding]
class WordVectors(nn.Module):
    """The mean of the words' vectors, then a linear layer."""

    def __init__(self, words: int, classes: int = 3, size: int = 32):
        super().__init__()
        self.vectors = nn.EmbeddingBag(words, size, mode="mean")
        self.dropout = nn.Dropout(0.3)
        self.head = nn.Linear(size, classes)

    def forward(self, ids: torch.Tensor, starts: torch.Tensor) -> torch.Tensor:
        return self.head(self.dropout(self.vectors(ids, starts)))


# --8<-- [end:embedding]
