"""The device matrix of MPS."""
# handbook: mps

# --8<-- [start:matrix]
from features import print_features
from operations import print_matrix

print_matrix("mps")
print_features("mps")
# --8<-- [end:matrix]
