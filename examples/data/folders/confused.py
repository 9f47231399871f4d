"""Ask the trained network about pictures that it has not seen, see its mistakes."""

# --8<-- [start:load]
import csv
import json
from pathlib import Path

import torch
from safetensors import safe_open
from safetensors.torch import load_file
from torch.utils.data import DataLoader, Subset
from torchvision.transforms import v2

from parts import split
from pictures import Pictures, from_folders, open_picture
from sorter import SIZE, Sorter, answers, prepare

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
path = Path(__file__).resolve().parent / "emoji.safetensors"
with safe_open(path, framework="pt") as file:
    about = json.loads(file.metadata()["about"])
model = Sorter(len(about["classes"]))
model.load_state_dict(load_file(path))
model.to(device)
transform = v2.Compose([v2.Resize(SIZE), *prepare(about["mean"], about["std"])])
# --8<-- [end:load]

# --8<-- [start:asked]
EMOJI = Path(__file__).resolve().parents[1] / "emoji"
dataset = Pictures(from_folders(EMOJI), transform)
with (EMOJI / "labels.csv").open(encoding="utf-8", newline="") as file:
    family = {EMOJI / row["file"]: row["family"] for row in csv.DictReader(file)}
families = [family[file] for file, _ in dataset.samples]
classes = dataset.classes
labels = [classes.index(label) for _, label in dataset.samples]
_, validation = split(labels, families)

probabilities, wanted = answers(
    model, DataLoader(Subset(dataset, validation), batch_size=32), device
)
# --8<-- [end:asked]

# --8<-- [start:confusion]
sureness, answered = probabilities.max(dim=1)
table = torch.zeros(len(classes), len(classes), dtype=torch.int64)
table.index_put_((wanted, answered), torch.tensor(1), accumulate=True)
print(f"{'':15} " + " ".join(f"{name[:7]:>7}" for name in classes))
for name, row in zip(classes, table.tolist()):
    print(f"{name:15} " + " ".join(f"{count:7}" for count in row))
right = table.diagonal().sum().item()
print(f"{right} of {len(wanted)} right; always flags: {table[1].sum().item()}")
# --8<-- [end:confusion]

# --8<-- [start:figure-confused]
import matplotlib.pyplot as plt

sureness[answered == wanted] = 0
figure, axes = plt.subplots(2, 5, figsize=(5, 2.7), layout="constrained")
for place, index in zip(axes.flat, sureness.topk(10).indices.tolist()):
    place.imshow(open_picture(dataset.samples[validation[index]][0]))
    place.set_title(classes[answered[index]].partition("-")[0], fontsize=9)
    place.axis("off")
figure.savefig("confused.webp", pil_kwargs={"quality": 80})
# --8<-- [end:figure-confused]
