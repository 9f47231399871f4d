"""The device matrix of MPS."""
# handbook: mps

# --8<-- [start:matrix]
import torch

from features import print_features
from operations import print_matrix

if torch.backends.mps.is_available():
    print_matrix("mps")
    print_features("mps")
else:
    print("This machine has no MPS device.")
# --8<-- [end:matrix]
