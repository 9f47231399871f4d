"""Number the classes."""

# --8<-- [start:fix]
import torch

labels = ["cat", "dog", "cat"]
number = {name: place for place, name in enumerate(sorted(set(labels)))}
print(number, torch.tensor([number[label] for label in labels]))
# --8<-- [end:fix]
