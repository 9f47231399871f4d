"""Give predictions to the class of a loss instead of to a loss."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch
from torch import nn

prediction = torch.tensor([1.0, 2.0])
target = torch.tensor([1.5, 1.0])
print(prediction.shape, target.shape)
loss = nn.MSELoss(prediction, target)
# --8<-- [end:error]
