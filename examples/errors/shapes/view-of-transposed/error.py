"""View a transposed table as one row."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch

table = torch.arange(6).reshape(2, 3)
print(table.T.is_contiguous())
table.T.view(6)
# --8<-- [end:error]
