"""Put a head of your own on a body."""

import torch


class MeanHead(torch.nn.Module):
    """The body of a model, and a linear head on the mean of its hidden states.

    body(input_ids=..., attention_mask=...) returns an object whose
    last_hidden_state has the shape (batch, tokens, size). The mean is over the
    tokens whose attention_mask is 1: filling does not count. The head is one
    torch.nn.Linear from size to classes.

    Hints: attention_mask.unsqueeze(-1) has the shape (batch, tokens, 1), so it
    can be multiplied with the hidden states. Divide by how many tokens each
    sentence has, not by the width of the batch.
    """

    def __init__(self, body: torch.nn.Module, size: int, classes: int):
        super().__init__()
        self.body = body
        self.head = torch.nn.Linear(size, classes)

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor
    ) -> torch.Tensor:
        """Return logits of shape (batch, classes)."""
