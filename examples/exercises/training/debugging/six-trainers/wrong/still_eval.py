"""Names the missing train() and leaves it out."""

# hint: no batch
from pathlib import Path

from checking import load

folder = Path(__file__).resolve().parents[1]
solution = load(folder / "solution.py")
starter = load(folder / "exercise.py")
BUGS = solution.BUGS
train_a = solution.train_a
train_b = solution.train_b
train_c = solution.train_c
train_d = starter.train_d
train_e = solution.train_e
train_f = solution.train_f
