"""Leaves filling out of the sum, but divides by the width of the batch."""

# hint: divide by the number of tokens of each sentence
import torch


class MeanHead(torch.nn.Module):
    def __init__(self, body: torch.nn.Module, size: int, classes: int):
        super().__init__()
        self.body = body
        self.head = torch.nn.Linear(size, classes)

    def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
        states = self.body(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        return self.head((states * attention_mask.unsqueeze(-1)).mean(dim=1))
