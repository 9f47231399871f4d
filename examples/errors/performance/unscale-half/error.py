"""Train weights of 16 bits with a gradient scaler."""
# handbook: raises=ValueError

# --8<-- [start:error]
import torch
from torch import nn

model = nn.Linear(2, 1).half()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", init_scale=1024)
scaler.scale(model(torch.ones(1, 2).half()).sum()).backward()
print(model.weight.grad)
scaler.step(optimizer)
# --8<-- [end:error]
