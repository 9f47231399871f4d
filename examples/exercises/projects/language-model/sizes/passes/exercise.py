"""How often a run reads its text."""


def passes(steps: int, batch: int, context: int, tokens: int, share: float) -> float:
    """Return how often a run reads its text, in the mean.

    Each of the steps takes a batch of so many cuttings, each of `context` tokens. The
    text of the run is a share, from 0 to 1, of a text that has so many tokens.
    """
