"""Meet what goes wrong when a network is asked and hooked."""

# --8<-- [start:left-on]
import torch

from emoji_network import load, pictures

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
model, classes, test = load()
model.to(device)
pixels, _ = pictures(test)
pixels = pixels.float().to(device)
kept = {}
hook = model.body.register_forward_hook(lambda *call: kept.update(features=call[2]))
with torch.no_grad():
    model(pixels[:4])
    first = kept["features"]
    model(pixels[4:6])
    print("kept of four pictures:", len(first), "and then:", len(kept["features"]))
hook.remove()
# --8<-- [end:left-on]

# --8<-- [start:training-mode]
wanted = torch.tensor([classes.index(file.partition("/")[0]) for file in test])
model.train()
with torch.no_grad():
    singly = torch.cat([model(one) for one in pixels.split(1)]).argmax(dim=1).cpu()
print(f"train mode, one by one: {(singly == wanted).float().mean():.1f} right")
# --8<-- [end:training-mode]

# --8<-- [start:repair-training-mode]
model, _, _ = load()
model.to(device)
with torch.no_grad():
    singly = torch.cat([model(one) for one in pixels.split(1)]).argmax(dim=1).cpu()
print(f"eval mode, one by one:  {(singly == wanted).float().mean():.1f} right")
# --8<-- [end:repair-training-mode]
