"""Leave the weights in 32 bits, and let autocast choose 16 for the operations."""

# --8<-- [start:fix]
import torch
from torch import nn

model = nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", init_scale=1024)
with torch.autocast("cpu", dtype=torch.float16):
    output = model(torch.ones(1, 2))
scaler.scale(output.sum()).backward()
scaler.step(optimizer)
scaler.update()
print(output.dtype, model.weight.grad)
# --8<-- [end:fix]
