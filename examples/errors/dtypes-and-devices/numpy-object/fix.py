"""Give the array a dtype of numbers."""

# --8<-- [start:fix]
import numpy as np
import torch

column = np.array([21.5, None, 19.5])
print(torch.from_numpy(column.astype(np.float32)))
# --8<-- [end:fix]
