"""Search among settings: random draws by hand, and a study of Optuna."""

# --8<-- [start:random]
import random
from collections.abc import Callable

from clothes import Settings

Run = Callable[[Settings], float]


def drawn(generator: random.Random, seed: int = 0) -> Settings:
    """Rate and width uniform in their logarithm, dropout uniform."""
    return Settings(
        lr=10 ** generator.uniform(-4, 0),
        width=round(16 * 32 ** generator.random()),
        dropout=generator.uniform(0, 0.6),
        seed=seed,
    )


def random_search(score: Run, trials: int, seed: int) -> Settings:
    """Return the best of as many draws as there are trials."""
    generator = random.Random(seed)
    return max((drawn(generator, seed) for _ in range(trials)), key=score)


# --8<-- [end:random]

# --8<-- [start:grid]
from itertools import product

RATES, WIDTHS, DROPOUTS = (0.001, 0.01, 0.1), (16, 90, 512), (0.0, 0.3, 0.6)


def grid_search(score: Run, seed: int) -> Settings:
    """Return the best of 27: three values of each setting."""
    points = product(RATES, WIDTHS, DROPOUTS)
    return max((Settings(*point, seed) for point in points), key=score)


# --8<-- [end:grid]

# --8<-- [start:optuna]
import optuna

optuna.logging.set_verbosity(optuna.logging.WARNING)


def suggested(trial: optuna.Trial, seed: int = 0) -> Settings:
    """The same space as that of drawn."""
    return Settings(
        lr=trial.suggest_float("lr", 1e-4, 1, log=True),
        width=trial.suggest_int("width", 16, 512, log=True),
        dropout=trial.suggest_float("dropout", 0, 0.6),
        seed=seed,
    )


def optuna_search(
    score: Callable[[Settings, optuna.Trial], float],
    trials: int,
    seed: int,
    pruner: optuna.pruners.BasePruner,
) -> optuna.Study:
    study = optuna.create_study(
        direction="maximize",
        sampler=optuna.samplers.TPESampler(seed=seed),
        pruner=pruner,
    )
    study.optimize(lambda trial: score(suggested(trial, seed), trial), trials)
    return study


# --8<-- [end:optuna]
