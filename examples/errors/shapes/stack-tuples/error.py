"""Stack the samples of a dataset as they come."""
# handbook: raises=TypeError

# --8<-- [start:error]
import torch

samples = [(torch.zeros(3), 0), (torch.ones(3), 1)]
print(type(samples[0]))
torch.stack(samples)
# --8<-- [end:error]
