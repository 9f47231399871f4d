"""The device matrix of the CPU."""
# handbook: cpu

# --8<-- [start:matrix]
from features import print_features
from operations import print_matrix

print_matrix("cpu")
print_features("cpu")
# --8<-- [end:matrix]
