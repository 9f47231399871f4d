"""What four searches find with the same number of trials, for three seeds."""

import sys
from pathlib import Path
from statistics import mean

import optuna
from torch.utils.data import TensorDataset

FILES = ["projects/tracking/clothes.py", "projects/tracking/searches.py"]
sys.path.append(str(Path(__file__).resolve().parents[1] / "projects/tracking"))

from clothes import Settings, accuracy, load, run
from searches import grid_search, optuna_search, random_search, suggested

TRIALS, EPOCHS = 27, 10


class Counted:
    """Scores settings on the validation images, and counts the epochs."""

    def __init__(self, quick: bool) -> None:
        images, labels = load("train").tensors
        self.training = TensorDataset(images[:1500], labels[:1500])
        self.validation = TensorDataset(images[1500:], labels[1500:])
        self.test = load("t10k")
        self.epochs = 1 if quick else EPOCHS
        self.known: dict[Settings, tuple[float, float]] = {}
        self.computed = 0

    def __call__(self, settings: Settings, trial: optuna.Trial | None = None) -> float:
        def report(epoch: int, row: dict[str, float]) -> None:
            self.computed += 1
            if trial:
                trial.report(row["accuracy"], epoch)
                if trial.should_prune():
                    raise optuna.TrialPruned

        model = run(settings, self.training, self.validation, self.epochs, report)
        scores = accuracy(model, self.validation), accuracy(model, self.test)
        self.known[settings] = scores
        return scores[0]


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Validation and test accuracy of what was chosen, and epochs, one value a seed."""
    trials = 2 if quick else TRIALS
    pruners = {
        "Optuna, TPE": optuna.pruners.NopPruner(),
        "Optuna, TPE, median pruner": optuna.pruners.MedianPruner(n_warmup_steps=2),
    }
    rows: dict[str, list[float]] = {}
    for seed in range(1 if quick else 3):
        for name in ("grid of 27", "random", *pruners):
            score = Counted(quick)
            if name == "random":
                chosen = random_search(score, trials, seed)
            elif name in pruners:
                study = optuna_search(score, trials, seed, pruners[name])
                chosen = suggested(optuna.trial.FixedTrial(study.best_params), seed)
            else:
                chosen = grid_search(score, seed)
            values = *score.known[chosen], score.computed
            for kind, value in zip(("validation", "test", "epochs"), values):
                rows.setdefault(f"{name}: {kind}", []).append(value)
    score = Counted(quick)
    same = [Settings(seed=seed) for seed in range(1 if quick else 10)]
    rows["one setting, ten seeds: validation"] = [score(each) for each in same]
    rows["one setting, ten seeds: test"] = [score.known[each][1] for each in same]
    return rows


def table(rows: dict[str, list[float]]) -> list[str]:
    """One line a search: means over the seeds, and their span."""

    def cell(name: str) -> str:
        values = rows[name]
        return f"{mean(values):.3f} ({min(values):.3f} to {max(values):.3f})"

    lines = ["| search | validation | test | epochs |", "|---|--:|--:|--:|"]
    for name in dict.fromkeys(label.rpartition(": ")[0] for label in rows):
        if epochs := rows.get(f"{name}: epochs"):
            spent = f"{mean(epochs):.0f}"
        else:
            spent = f"{EPOCHS} each"
        scores = f"{cell(f'{name}: validation')} | {cell(f'{name}: test')}"
        lines.append(f"| {name} | {scores} | {spent} |")
    return lines
