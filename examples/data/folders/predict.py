"""Say what is on a picture: python predict.py FILE."""

# --8<-- [start:read]
import json
import sys
from pathlib import Path

import torch
from safetensors import safe_open
from safetensors.torch import load_file
from torchvision.transforms import v2

from pictures import open_picture
from sorter import SIZE, Sorter, prepare

mine = Path("sorter.safetensors")
weights = (
    mine if mine.is_file() else Path(__file__).resolve().parent / "emoji.safetensors"
)
example = Path(__file__).resolve().parents[1] / "emoji/flags/flag-canada.png"
file = Path(sys.argv[1]) if len(sys.argv) > 1 else example
try:
    picture = open_picture(file)
except (FileNotFoundError, ValueError) as error:
    sys.exit(str(error))
# --8<-- [end:read]

# --8<-- [start:predict]
with safe_open(weights, framework="pt") as opened:
    about = json.loads(opened.metadata()["about"])
model = Sorter(len(about["classes"]))
model.load_state_dict(load_file(weights))
model.eval()
transform = v2.Compose([v2.Resize(SIZE), *prepare(about["mean"], about["std"])])
with torch.inference_mode():
    probabilities = model(transform(picture).unsqueeze(0))[0].softmax(dim=0)
share, best = probabilities.max(dim=0)
print(f"{file.name}: {about['classes'][best]}, {share:.0%}")
# --8<-- [end:predict]
