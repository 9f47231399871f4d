"""Those that are no worse, and one."""


def rank_of_right(bits: list[float]) -> int:
    return 1 + sum(other <= bits[0] for other in bits[1:])
