"""Stack them."""

# --8<-- [start:fix]
import torch

rows = [torch.zeros(3), torch.ones(3)]
print(torch.stack(rows))
# --8<-- [end:fix]
