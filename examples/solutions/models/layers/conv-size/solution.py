"""A dilated kernel reaches over dilation * (kernel - 1) + 1 pixels."""


def conv_size(
    size: int, kernel: int, stride: int = 1, padding: int = 0, dilation: int = 1
) -> int:
    reach = dilation * (kernel - 1) + 1
    return (size + 2 * padding - reach) // stride + 1
