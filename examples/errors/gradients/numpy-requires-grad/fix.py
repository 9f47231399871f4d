"""Leave the graph, then convert."""

# --8<-- [start:fix]
import torch

weight = torch.tensor([1.0, 2.0], requires_grad=True)
print(weight.detach().cpu().numpy())
# --8<-- [end:fix]
