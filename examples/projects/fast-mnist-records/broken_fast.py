"""Meet what goes wrong with a record."""

# --8<-- [start:sentences]
import sys
from pathlib import Path

import verify

Path("mine.py").write_text("def train(images, labels):\n    return 0.99\n")
for words in (
    ["gone.py:train", "--subset"],
    ["mine.py:learn", "--subset"],
    ["mine.py:train", "--data", "nowhere"],
    ["mine.py:train", "--subset", "--add"],
    ["mine.py:train", "--subset"],
):
    sys.argv = ["verify.py", *words]
    try:
        verify.main()
    except SystemExit as end:
        print(end)
# --8<-- [end:sentences]

# --8<-- [start:chosen]
import torch

sys.path.append(str(Path(__file__).resolve().parents[1] / "fast-mnist"))

from data import SUBSET, load
from steps import one_cycle

train, test = load(SUBSET, "train").tensors, load(SUBSET, "t10k").tensors
right = []
for seed in range(12):
    torch.manual_seed(seed)
    model = one_cycle(*train, epochs=2).eval()
    with torch.inference_mode():
        right.append((model(test[0]).argmax(dim=1) == test[1]).float())
table = torch.stack(right)
gains = []
for _ in range(200):
    rows = torch.randperm(len(test[1]))
    chooses, judges = table[:, rows[:250]].mean(1), table[:, rows[250:]].mean(1)
    best = chooses.argmax()
    gains.append((chooses[best] - judges[best]).item())
print("the best of 12 seeds, by half of the test:")
print(f"accuracy on that half higher by {sum(gains) / 200:.2f}")
# --8<-- [end:chosen]

# --8<-- [start:repair-chosen]
held_out = 5 * len(train[1]) // 6
given = [part[:held_out] for part in train]
kept = [part[held_out:] for part in train]
print(f"to train: {len(given[1]):,} images, to choose: {len(kept[1]):,}")
print(f"to report: {len(test[1]):,}")
# --8<-- [end:repair-chosen]
