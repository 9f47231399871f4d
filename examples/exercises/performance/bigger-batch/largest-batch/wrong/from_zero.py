"""Takes everything that one row keeps for its own."""

# hint: some of what is kept does not depend on the rows
from collections.abc import Callable


def largest_batch(parameters: int, kept_bytes: Callable[[int], int], budget: int) -> int:
    return max(0, (budget - 16 * parameters) // kept_bytes(1))
