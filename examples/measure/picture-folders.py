"""Share of emoji put into the right group, by how they were split."""

FILES = [f"data/folders/{name}.py" for name in ("pictures", "parts", "sorter")]

import csv
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "data/folders"))

import torch
from PIL import Image
from torch.utils.data import DataLoader
from torchvision.transforms import v2

from parts import split
from pictures import Pictures, from_folders
from sorter import AUGMENT, SIZE, Sorter, answers, fit, mean_and_std, prepare

EMOJI = Path(__file__).resolve().parents[1] / "data/emoji"
Sample = tuple[Image.Image, int]


def trained(
    small: list[Sample],
    parts: tuple[list[int], list[int]],
    seed: int,
    epochs: int,
    augment: bool = True,
    weighted: bool = True,
) -> tuple[float, float, float]:
    """Train on one part, and return the share of right answers in the other one.

    The others are that share among the pictures of class 2, food and drink, and
    among the rest.
    """
    mean, std = mean_and_std([small[index][0] for index in parts[0]])
    plain = v2.Compose(prepare(mean, std))
    changed = v2.Compose([*AUGMENT, *prepare(mean, std)]) if augment else plain

    class Training(torch.utils.data.Dataset):
        def __len__(self) -> int:
            return len(parts[0])

        def __getitem__(self, index: int) -> tuple[torch.Tensor, int]:
            picture, label = small[parts[0][index]]
            return changed(picture), label

    torch.manual_seed(seed)
    counts = torch.tensor([small[index][1] for index in parts[0]]).bincount()
    weight = counts.sum() / (len(counts) * counts) if weighted else None
    model, device = Sorter(len(counts)), torch.device("cpu")
    generator = torch.Generator().manual_seed(seed)
    options = {"batch_size": 32, "generator": generator}
    loader = DataLoader(Training(), shuffle=True, **options)
    fit(model, loader, epochs, device, weight)
    validation = [(plain(small[index][0]), small[index][1]) for index in parts[1]]
    probabilities, labels = answers(model, DataLoader(validation, **options), device)
    right = (probabilities.argmax(dim=1) == labels).float()
    food = labels == 2
    return right.mean().item(), right[food].mean().item(), right[~food].mean().item()


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Each row's label (unit in parentheses at the end), and its repeated values."""
    samples = from_folders(EMOJI)
    opened = Pictures(samples, v2.Resize(SIZE))
    small = [opened[index] for index in range(len(opened))]
    labels = [label for _, label in small]
    names = [file.name for file, _ in samples]
    with (EMOJI / "labels.csv").open(encoding="utf-8", newline="") as file:
        family = {EMOJI / row["file"]: row["family"] for row in csv.DictReader(file)}
    families = [family[file] for file, _ in samples]
    epochs = 1 if quick else 20

    torch.manual_seed(0)
    move = v2.RandomAffine(10, (0.1, 0.1), (0.8, 1.1), fill=255)
    copies = small + [(move(picture), label) for picture, label in small * 3]
    copied, twins = labels * 4, names * 4
    single = [str(number) for number in range(len(copies))]

    result: dict[str, list[float]] = {}

    def note(label: str, share: float) -> None:
        result.setdefault(f"{label} (%)", []).append(100 * share)

    for seed in range(1 if quick else 5):
        apart = split(labels, names, seed=seed)
        whole = split(labels, families, seed=seed)
        note("each picture by itself", trained(small, apart, seed, epochs)[0])
        right, found, rest = trained(small, whole, seed, epochs)
        note("families whole", right)
        still = trained(small, whole, seed, epochs, augment=False)
        note("families whole, nothing augmented", still[0])
        even = trained(small, whole, seed, epochs, weighted=False)
        note("families whole, no class weights", even[0])
        note(
            "four copies, each by itself",
            trained(
                copies, split(copied, single, seed=seed), seed, epochs // 2 or 1, False
            )[0],
        )
        note(
            "four copies, of one picture in one part",
            trained(
                copies, split(copied, twins, seed=seed), seed, epochs // 2 or 1, False
            )[0],
        )
        note("of food and drink, with class weights", found)
        note("of food and drink, no class weights", even[1])
        note("of the other classes, with class weights", rest)
        note("of the other classes, no class weights", even[2])
    return result


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
