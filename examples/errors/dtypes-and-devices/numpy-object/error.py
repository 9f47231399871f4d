"""Take an array of mixed kinds, as a table with gaps may give it."""
# handbook: raises=TypeError

# --8<-- [start:error]
import numpy as np
import torch

column = np.array([21.5, None, 19.5])
print(column.dtype)
torch.from_numpy(column)
# --8<-- [end:error]
