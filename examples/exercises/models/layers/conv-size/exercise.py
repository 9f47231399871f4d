"""Compute the output size of a convolution."""


def conv_size(
    size: int, kernel: int, stride: int = 1, padding: int = 0, dilation: int = 1
) -> int:
    """Return the height that comes out of a convolution of an image of height size.

    Compute it from the numbers, without torch.

    dilation is the distance between neighbouring elements of the kernel: at 1 they
    touch; at 2 there is a gap of one pixel between each two of them.
    """
