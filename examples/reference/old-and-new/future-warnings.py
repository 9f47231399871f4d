"""Calls that answer with a FutureWarning: the old one, and the new with its result."""
# handbook: warns=FutureWarning

# --8<-- [start:autocast]
import torch
from torch import nn

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
on_cuda = device.type == "cuda"
torch.manual_seed(0)
layer, rows = nn.Linear(4, 3), torch.randn(5, 4)

with torch.cpu.amp.autocast():
    old = layer(rows)
with torch.autocast("cpu"):
    new = layer(rows)
print(old.dtype, new.dtype, "same:", torch.equal(old, new))

on_device, moved = nn.Linear(4, 3).to(device), rows.to(device)
with torch.cuda.amp.autocast(enabled=on_cuda):
    old = on_device(moved)
with torch.autocast(device.type, enabled=on_cuda):
    new = on_device(moved)
print("same:", old.dtype == new.dtype and torch.equal(old, new))
# --8<-- [end:autocast]

# --8<-- [start:scaler]
old_scaler = torch.cuda.amp.GradScaler(enabled=on_cuda)
new_scaler = torch.amp.GradScaler(device.type, enabled=on_cuda)
print("same:", old_scaler.state_dict() == new_scaler.state_dict())
# --8<-- [end:scaler]

# --8<-- [start:weight-norm]
torch.manual_seed(0)
old_layer = nn.utils.weight_norm(nn.Linear(4, 3))
torch.manual_seed(0)
new_layer = nn.utils.parametrizations.weight_norm(nn.Linear(4, 3))
print("same output:", torch.equal(old_layer(rows), new_layer(rows)))
print("old names:", *old_layer.state_dict())
print("new names:", *new_layer.state_dict())
print("old file into new layer:", new_layer.load_state_dict(old_layer.state_dict()))
# --8<-- [end:weight-norm]

# --8<-- [start:underscore]
torch.manual_seed(0)
old = nn.init.xavier_uniform(torch.empty(3, 4))
torch.manual_seed(0)
new = nn.init.xavier_uniform_(torch.empty(3, 4))
print("same:", torch.equal(old, new))

weights = [nn.Parameter(torch.ones(3)) for _ in range(2)]
for weight in weights:
    weight.grad = torch.full((3,), 2.0)
nn.utils.clip_grad_norm(weights[:1], 1.0)
nn.utils.clip_grad_norm_(weights[1:], 1.0)
print("same:", torch.equal(weights[0].grad, weights[1].grad))
# --8<-- [end:underscore]

# --8<-- [start:hook]
seen = []
for register in ("register_backward_hook", "register_full_backward_hook"):
    module = nn.Linear(4, 3)
    getattr(module, register)(lambda module, into, out: seen.append(out[0].shape))
    module(rows.requires_grad_()).sum().backward()
print("same:", seen[0] == seen[1])
# --8<-- [end:hook]

# --8<-- [start:functorch]
import functorch

old = functorch.grad(lambda x: (x**2).sum())(rows.detach())
new = torch.func.grad(lambda x: (x**2).sum())(rows.detach())
print("same:", torch.equal(old, new))
# --8<-- [end:functorch]

# --8<-- [start:jit]
example = torch.randn(2, 4)
scripted = torch.jit.script(layer)
traced = torch.jit.trace(layer, example)
exported = torch.export.export(layer, (example,)).module()
outputs = [model(example) for model in (scripted, traced, exported)]
print("same:", all(torch.equal(output, layer(example)) for output in outputs))
# --8<-- [end:jit]
