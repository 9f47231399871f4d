"""Count where two masks differ."""
# handbook: raises=NotImplementedError

# --8<-- [start:error]
import torch

predicted = torch.tensor([True, False, True])
wanted = torch.tensor([True, True, True])
print(predicted.dtype)
(predicted - wanted).abs().sum()
# --8<-- [end:error]
