# hint: both sides


def conv_size(size: int, kernel: int, stride: int = 1, padding: int = 0, dilation: int = 1) -> int:
    reach = dilation * (kernel - 1) + 1
    return (size + padding - reach) // stride + 1
