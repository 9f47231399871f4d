"""Matrices, biases and norms of each block, and what stands around the blocks."""


def count_weights(size: int, width: int, blocks: int) -> int:
    matrices = (3 + 1 + 4 + 4) * width**2
    biases = (3 + 1 + 4 + 1) * width
    norms = 4 * width
    around = size * width + 2 * width + (size * width + size)
    return blocks * (matrices + biases + norms) + around
