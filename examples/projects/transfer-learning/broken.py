"""A head of another size, other names, a body that is not frozen, other pixels."""

# --8<-- [start:head]
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import nn

from network import SmallResNet
from recipe import accuracy, fit
from subsets import CLOTHING, few, load, scans

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
weights = load_file(Path(__file__).resolve().parent / "clothing_resnet.safetensors")
model = SmallResNet(classes=5)
for strict in (True, False):
    try:
        model.load_state_dict(weights, strict=strict)
    except RuntimeError as error:
        print(str(error).splitlines()[1].strip())
body = {name: weights[name] for name in weights if not name.startswith("head.")}
print(model.load_state_dict(body, strict=False))
# --8<-- [end:head]

# --8<-- [start:names]
renamed = {f"module.{name}": tensor for name, tensor in weights.items()}
result = model.load_state_dict(renamed, strict=False)
print("missing:", len(result.missing_keys), result.missing_keys[:2])
print("unexpected:", len(result.unexpected_keys), result.unexpected_keys[:1])
# --8<-- [end:names]


# --8<-- [start:norm]
clothes, kinds = (tensor.to(device) for tensor in load(CLOTHING, "t10k"))
images, labels = (tensor.to(device) for tensor in few(*scans("train"), each=5, seed=0))


def second_head(mode: str) -> SmallResNet:
    """Train a head for digits on the frozen body for clothing; return its network."""
    model = SmallResNet()
    model.load_state_dict(weights)
    model.to(device).requires_grad_(False)
    torch.manual_seed(0)
    digits = nn.Sequential(model.body, nn.Linear(64, 10).to(device))
    digits.train(mode == "train")
    options = {"steps": 40, "lr": 3e-2, "seed": 0, "batch": 32}
    fit(digits, digits[1].parameters(), images, labels, **options)
    return model


for mode in ("eval", "train"):
    model = second_head(mode)
    state = {name: tensor.cpu() for name, tensor in model.state_dict().items()}
    changed = [name for name in weights if not torch.equal(weights[name], state[name])]
    share = accuracy(model, clothes, kinds)
    print(f"{mode:5}: clothing {share:.2f}, changed tensors: {len(changed)}")
print("for example", changed[0])
# --8<-- [end:norm]


# --8<-- [start:frozen]
class Frozen(nn.Module):
    """A module that trains no parameter and stays in eval mode."""

    def __init__(self, module: nn.Module):
        super().__init__()
        self.module = module.requires_grad_(False).eval()

    def train(self, mode: bool = True) -> "Frozen":
        super().train(mode)
        self.module.eval()
        return self

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.module(x)


digits = nn.Sequential(Frozen(model.body), nn.Linear(64, 10)).train()
print("head:", digits[1].training, " batch norm:", digits[0].module[1].training)
# --8<-- [end:frozen]

# --8<-- [start:scale]
model = second_head("eval")
print(f"values from 0 to 1:   {accuracy(model, clothes, kinds):.2f}")
print(f"values from 0 to 255: {accuracy(model, clothes * 255, kinds):.2f}")
# --8<-- [end:scale]
