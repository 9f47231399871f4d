"""Part images and labels first."""

# --8<-- [start:fix]
import torch

samples = [(torch.zeros(3), 0), (torch.ones(3), 1)]
images, labels = zip(*samples)
print(torch.stack(images).shape, torch.tensor(labels))
# --8<-- [end:fix]
