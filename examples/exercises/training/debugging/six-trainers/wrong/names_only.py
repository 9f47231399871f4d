"""Names every bug and repairs none."""

# hint: learns nothing about the pairs
from pathlib import Path

from checking import load

folder = Path(__file__).resolve().parents[1]
solution = load(folder / "solution.py")
starter = load(folder / "exercise.py")
BUGS = solution.BUGS
train_a = starter.train_a
train_b = starter.train_b
train_c = starter.train_c
train_d = starter.train_d
train_e = starter.train_e
train_f = starter.train_f
