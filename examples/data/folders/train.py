"""Train a network on a folder of pictures: python train.py FOLDER."""

# --8<-- [start:read]
import argparse
import csv
import sys
from pathlib import Path

from torchvision.transforms import v2

from pictures import Pictures, from_folders
from sorter import SIZE

EMOJI = Path(__file__).resolve().parents[1] / "emoji"
parser = argparse.ArgumentParser(description="Learn to sort pictures.")
parser.add_argument("folder", type=Path, nargs="?", default=EMOJI)
parser.add_argument("--augment", action="store_true")
asked = parser.parse_args()
try:
    samples = from_folders(asked.folder)
    opened = Pictures(samples, v2.Resize(SIZE))
    small = [opened[index] for index in range(len(opened))]
except (FileNotFoundError, ValueError) as error:
    sys.exit(str(error))
labels = [label for _, label in small]

families = [str(file) for file, _ in samples]
table = asked.folder / "labels.csv"
if table.is_file():
    with table.open(encoding="utf-8-sig", newline="") as file:
        rows = [*csv.DictReader(file)]
    known = {asked.folder / (row.get("file") or ""): row.get("family") for row in rows}
    families = [known.get(file) or str(file) for file, _ in samples]
# --8<-- [end:read]

# --8<-- [start:parts]
import torch

from parts import split

parts = dict(zip(("training", "validation"), split(labels, families)))
every = torch.tensor(labels)
counts = {
    name: every[part].bincount(minlength=len(opened.classes))
    for name, part in parts.items()
}
print(f"{'':16} training  validation")
for name, *numbers in zip(
    opened.classes, *(count.tolist() for count in counts.values())
):
    print(f"{name:16} {numbers[0]:8}  {numbers[1]:10}")
if not all(counts["validation"]):
    sys.exit("A class has no pictures for the validation: add some, of other families.")
# --8<-- [end:parts]

# --8<-- [start:loaders]
from torch.utils.data import DataLoader

from sorter import AUGMENT, mean_and_std, prepare

mean, std = mean_and_std([small[index][0] for index in parts["training"]])
transforms = {
    "training": v2.Compose([*AUGMENT * asked.augment, *prepare(mean, std)]),
    "validation": v2.Compose(prepare(mean, std)),
}


class Prepared(torch.utils.data.Dataset):
    """The pictures of one part, with the transform of this part."""

    def __init__(self, part: str) -> None:
        self.indices, self.transform = parts[part], transforms[part]

    def __len__(self) -> int:
        return len(self.indices)

    def __getitem__(self, index: int) -> tuple[torch.Tensor, int]:
        picture, label = small[self.indices[index]]
        return self.transform(picture), label


generator = torch.Generator().manual_seed(0)
options = {"batch_size": 32, "generator": generator}
loaders = {
    name: DataLoader(Prepared(name), shuffle=name == "training", **options)
    for name in parts
}
# --8<-- [end:loaders]

# --8<-- [start:weights]
weight = counts["training"].sum() / (len(opened.classes) * counts["training"])
for name, value in zip(opened.classes, weight.tolist()):
    print(f"{name:16} counts {value:.2f}")
# --8<-- [end:weights]

# --8<-- [start:machine-fit]
from sorter import Sorter, answers, fit

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
torch.manual_seed(0)
model = Sorter(len(opened.classes)).to(device)
fit(model, loaders["training"], 20, device, weight)

probabilities, wanted = answers(model, loaders["validation"], device)
right = (probabilities.argmax(dim=1) == wanted).float().mean().item()
commonest = counts["validation"][counts["training"].argmax()] / len(wanted)
print(f"always {opened.classes[counts['training'].argmax()]}: {commonest:.0%} right")
print(f"the network: {right:.0%} right")
# --8<-- [end:machine-fit]

# --8<-- [start:save]
import json

from safetensors.torch import save_file

about = json.dumps({"classes": opened.classes, "mean": mean, "std": std})
weights = {name: value.cpu() for name, value in model.state_dict().items()}
save_file(weights, "sorter.safetensors", metadata={"about": about})
print("written: sorter.safetensors")
# --8<-- [end:save]
