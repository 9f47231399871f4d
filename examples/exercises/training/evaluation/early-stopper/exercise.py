"""Write early stopping as a class."""


class EarlyStopper:
    """Told the validation loss of each epoch, says when to stop.

    An epoch is an improvement if its loss is lower than the best loss so far by more
    than min_delta. Only an improvement changes the best loss. The first epoch is one,
    unless its loss is NaN or inf.
    """

    def __init__(self, patience: int, min_delta: float = 0.0) -> None:
        """Stop after patience epochs in a row without an improvement."""

    def step(self, loss: float) -> bool:
        """Take in the loss of one epoch and return whether to stop now."""
