"""Say what stands for a missing value."""

# --8<-- [start:fix]
import torch

measured = [21.5, None, 19.5]
filled = [float("nan") if value is None else value for value in measured]
print(torch.tensor(filled), torch.tensor(filled).nanmean())
# --8<-- [end:fix]
