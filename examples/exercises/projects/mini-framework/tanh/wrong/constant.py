"""Right values, but the result does not know where it came from."""

# hint: backward never reaches x
import numpy as np

from mini import Tensor


def tanh(x: Tensor) -> Tensor:
    return Tensor(np.tanh(x.data))
