"""Sum what the mask keeps, and divide by how many that is."""

import torch


class MeanHead(torch.nn.Module):
    def __init__(self, body: torch.nn.Module, size: int, classes: int):
        super().__init__()
        self.body = body
        self.head = torch.nn.Linear(size, classes)

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor
    ) -> torch.Tensor:
        output = self.body(input_ids=input_ids, attention_mask=attention_mask)
        states = output.last_hidden_state
        mask = attention_mask.unsqueeze(-1)
        return self.head((states * mask).sum(dim=1) / mask.sum(dim=1))
