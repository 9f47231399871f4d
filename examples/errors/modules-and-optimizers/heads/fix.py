"""Choose a multiple of the heads."""

# --8<-- [start:fix]
from torch import nn

width, heads = 12, 4
print(nn.MultiheadAttention(width, heads).head_dim)
# --8<-- [end:fix]
