"""Convert the data to the dtype of the weights."""

# --8<-- [start:fix]
import numpy as np
import torch
from torch import nn

features = torch.from_numpy(np.ones((2, 3))).float()
layer = nn.Linear(3, 1)
print(features.dtype, layer(features).dtype)
# --8<-- [end:fix]
