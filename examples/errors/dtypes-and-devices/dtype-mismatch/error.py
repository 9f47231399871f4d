"""Feed NumPy data to a layer."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import numpy as np
import torch
from torch import nn

features = torch.from_numpy(np.ones((2, 3)))
layer = nn.Linear(3, 1)
print(features.dtype, layer.weight.dtype)
layer(features)
# --8<-- [end:error]
