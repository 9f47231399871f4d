"""Say what is on a picture: python predict_picture.py FILE."""

# --8<-- [start:load]
import json
import sys
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import load_file
from torch import nn

from emoji_sheet import unpack
from picture_folder import open_picture, square
from picture_networks import SmallCNN, resnet


def load(file: Path) -> tuple[nn.Module, dict]:
    """Return the network of a file of train_pictures.py, and what is known of it."""
    try:
        with safe_open(file, framework="pt") as opened:
            about = json.loads(opened.metadata()["about"])
        make = SmallCNN if about["network"] == "small" else resnet
        model = make(len(about["classes"]))
        model.load_state_dict(load_file(file))
    except (SafetensorError, KeyError, TypeError, RuntimeError):
        raise ValueError(f"{file} is no classifier of train_pictures.py.") from None
    return model.eval(), about


# --8<-- [end:load]

# --8<-- [start:file]
mine = Path("classifier/classifier.safetensors")
shipped = Path(__file__).resolve().parent / "emoji_groups.safetensors"
example = "food-drink/strawberry.png"
file = Path(sys.argv[1]) if len(sys.argv) > 1 else unpack(Path("groups")) / example
try:
    picture = open_picture(file)
    model, about = load(mine if mine.is_file() else shipped)
except (FileNotFoundError, ValueError) as error:
    sys.exit(str(error))
# --8<-- [end:file]

# --8<-- [start:predict]
pixels = square(picture, about["size"]).unsqueeze(0).float()
with torch.inference_mode():
    shares = model(pixels)[0].softmax(dim=0)
likeliest = min(3, len(shares))
for share, place in zip(*(each.tolist() for each in shares.topk(likeliest))):
    print(f"{about['classes'][place]}: {share:.0%}")
# --8<-- [end:predict]
