"""The device matrix of CUDA."""
# handbook: cuda

# --8<-- [start:matrix]
from features import print_features
from operations import print_matrix

print_matrix("cuda")
print_features("cuda")
# --8<-- [end:matrix]
