"""Find from which confidence on a ticket may be routed without a human."""

import torch


def threshold(probabilities: torch.Tensor, labels: torch.Tensor, limit: float) -> float:
    """Return the lowest confidence from which on few enough answers are wrong.

    The router may be wrong in at most the share `limit` of the tickets.

    probabilities: (tickets, classes), from a softmax. labels: (tickets,). The
    confidence of a ticket is its highest probability. At threshold t, the tickets with
    a confidence of at least t are routed, and the share counts the wrong ones among
    these. Only confidences that occur are candidates. If no candidate will do, return
    float("inf").
    """
