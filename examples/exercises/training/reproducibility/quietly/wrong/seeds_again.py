"""Seeds again instead of putting the states back."""

# hint: put back the state of
import random
from collections.abc import Callable

import numpy as np
import torch


def quietly(function: Callable[[], float], seed: int) -> float:
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)
    try:
        return function()
    finally:
        random.seed(seed)
        np.random.seed(seed)
        torch.manual_seed(seed)
