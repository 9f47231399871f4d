"""Load a checkpoint as if it were the weights alone."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
from torch import nn

model = nn.Linear(2, 1)
checkpoint = {"model": model.state_dict(), "epoch": 3}
print(list(checkpoint), list(model.state_dict()))
model.load_state_dict(checkpoint)
# --8<-- [end:error]
