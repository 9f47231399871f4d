"""Put a head of your own on a body."""

import torch


class MeanHead(torch.nn.Module):
    """The body of a model, and a linear head on the mean of its hidden states.

    body(input_ids=..., attention_mask=...) returns an object whose
    last_hidden_state has the shape (batch, tokens, size). The mean is over the
    tokens whose attention_mask is 1: filling does not count. The head is one
    torch.nn.Linear from size to classes.
    """

    def __init__(self, body: torch.nn.Module, size: int, classes: int):
        super().__init__()
        self.body = body
        self.head = torch.nn.Linear(size, classes)

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor
    ) -> torch.Tensor:
        """Return logits of shape (batch, classes)."""
