"""Let PyTorch name the device."""

# --8<-- [start:fix]
import torch

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
print(torch.zeros(2, device=device).device.type == device.type)
# --8<-- [end:fix]
