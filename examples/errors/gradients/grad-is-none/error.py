"""Look at a gradient that nobody has computed yet."""
# handbook: raises=AttributeError

# --8<-- [start:error]
from torch import nn

model = nn.Linear(2, 1)
print(model.weight.requires_grad, model.weight.grad)
model.weight.grad.norm()
# --8<-- [end:error]
