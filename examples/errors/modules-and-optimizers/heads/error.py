"""Share ten numbers among four heads."""
# handbook: raises=AssertionError

# --8<-- [start:error]
from torch import nn

width, heads = 10, 4
print(width % heads)
nn.MultiheadAttention(width, heads)
# --8<-- [end:error]
