"""Note the three states, seed, call, and put the states back whatever happens."""

import random
from collections.abc import Callable

import numpy as np
import torch


def quietly(function: Callable[[], float], seed: int) -> float:
    python, numpy, cpu = random.getstate(), np.random.get_state(), torch.get_rng_state()
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)
    try:
        return function()
    finally:
        random.setstate(python)
        np.random.set_state(numpy)
        torch.set_rng_state(cpu)
