"""Make a tensor of class names."""
# handbook: raises=ValueError

# --8<-- [start:error]
import torch

labels = ["cat", "dog", "cat"]
print(type(labels[0]))
torch.tensor(labels)
# --8<-- [end:error]
