"""Load weights for 10 classes into a model for 3."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
from torch import nn

saved = nn.Linear(5, 10).state_dict()
model = nn.Linear(5, 3)
print(saved["weight"].shape, model.weight.shape)
model.load_state_dict(saved)
# --8<-- [end:error]
