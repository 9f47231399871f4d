"""Take from the training what has a relative in the test."""


def without_kin(training: list[int], test: list[int], families: list[str]) -> list[int]:
    """Return the indices of training whose family has no picture in the test.

    families[index] is the family of the picture with this index. The order stays that
    of training, and training itself stays as it is.
    """
