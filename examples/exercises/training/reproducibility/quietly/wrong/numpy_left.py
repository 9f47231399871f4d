"""Does not put the state of NumPy back."""

# hint: put back the state of numpy
import random
from collections.abc import Callable

import numpy as np
import torch


def quietly(function: Callable[[], float], seed: int) -> float:
    python, _, cpu = random.getstate(), np.random.get_state(), torch.get_rng_state()
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)
    try:
        return function()
    finally:
        random.setstate(python)
        torch.set_rng_state(cpu)
