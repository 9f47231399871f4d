"""Take the weights out of the checkpoint."""

# --8<-- [start:fix]
from torch import nn

model = nn.Linear(2, 1)
checkpoint = {"model": model.state_dict(), "epoch": 3}
print(model.load_state_dict(checkpoint["model"]))
# --8<-- [end:fix]
