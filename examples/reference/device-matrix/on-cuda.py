"""The device matrix of CUDA."""
# handbook: cuda

# --8<-- [start:matrix]
import torch

from features import print_features
from operations import print_matrix

if torch.cuda.is_available():
    print_matrix("cuda")
    print_features("cuda")
else:
    print("This machine has no CUDA device.")
# --8<-- [end:matrix]
