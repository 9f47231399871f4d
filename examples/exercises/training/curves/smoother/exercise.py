"""Write a smoother that takes the values of a curve as they come."""


class Smoother:
    """Exponential moving average with bias correction, carried on from call to call."""

    def __init__(self, beta: float) -> None:
        """Keep the share beta of the old mean at each value."""

    def update(self, values: list[float]) -> list[float]:
        """Return as many smooth values as there are values.

        The next call goes on behind the last value. A value that is nan or infinite is
        returned as it is, so that the curve has a gap there. It does not enter the
        mean, and the values behind it come out as if it had not been there.
        """
