"""Give each of two searches a small budget."""

# --8<-- [start:score]
from torch.utils.data import TensorDataset

from clothes import Settings, accuracy, load, run

images, labels = load("train").tensors
training = TensorDataset(images[:1500], labels[:1500])
validation = TensorDataset(images[1500:], labels[1500:])


def score(settings: Settings) -> float:
    return accuracy(run(settings, training, validation), validation)


# --8<-- [end:score]

# --8<-- [start:draw]
import random

from searches import drawn, optuna_search, random_search

generator = random.Random(0)
for settings in (drawn(generator) for _ in range(4)):
    print(f"lr {settings.lr:.5f}  width {settings.width:3}", end="  ")
    print(f"dropout {settings.dropout:.2f}")
# --8<-- [end:draw]

# --8<-- [start:random]
chosen = random_search(score, trials=6, seed=0)
print(f"accuracy {score(chosen):.1f}")
# --8<-- [end:random]

# --8<-- [start:figure-grid]
from itertools import product

import matplotlib.pyplot as plt

figure, axes = plt.subplots(1, 2, figsize=(5.8, 2.6), layout="constrained", sharey=True)
generator = random.Random(0)
points = [drawn(generator) for _ in range(9)]
shown = {
    "grid": [*product((0.001, 0.01, 0.1), (0.1, 0.3, 0.5))],
    "random": [(point.lr, point.dropout) for point in points],
}
for axis, (name, pairs) in zip(axes, shown.items()):
    rates, dropouts = zip(*pairs)
    axis.scatter(rates, dropouts, color="C0")
    axis.plot(rates, [-0.05] * len(rates), "|", color="C1", markersize=14)
    axis.set(xscale="log", xlim=(1e-4, 1), ylim=(-0.08, 0.63))
    axis.set_xticks([1e-4, 1e-2, 1], ["0.0001", "0.01", "1"])
    axis.set(title=name, xlabel="learning rate")
axes[0].set_ylabel("dropout")
figure.savefig("grid.svg")
# --8<-- [end:figure-grid]

# --8<-- [start:optuna]
import optuna

study = optuna_search(
    lambda settings, trial: score(settings), 12, 0, optuna.pruners.NopPruner()
)
print(f"accuracy {study.best_value:.1f}, settings {sorted(study.best_params)}")
# --8<-- [end:optuna]

# --8<-- [start:prune]
epochs_run = []


def watched(settings: Settings, trial: optuna.Trial) -> float:
    def report(epoch: int, row: dict[str, float]) -> None:
        epochs_run.append(epoch)
        trial.report(row["accuracy"], epoch)
        if trial.should_prune():
            raise optuna.TrialPruned

    return accuracy(run(settings, training, validation, report=report), validation)


pruner = optuna.pruners.MedianPruner(n_startup_trials=5, n_warmup_steps=2)
pruned = optuna_search(watched, trials=12, seed=0, pruner=pruner)
# --8<-- [end:prune]

# --8<-- [start:machine-prune]
states = [trial.state.name for trial in pruned.trials]
print(f"trials that were stopped early: {states.count('PRUNED')} of {len(states)}")
print(f"epochs computed: {len(epochs_run)} of {5 * len(states)}")
# --8<-- [end:machine-prune]
