"""Run operations with each dtype on a device, and compare with float64 on the CPU."""

# --8<-- [start:operations]
import warnings
from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn import functional as F

Make = Callable[..., Tensor]
Operation = Callable[[Make], Tensor]
bce_with_logits = F.binary_cross_entropy_with_logits


def index(like: Tensor) -> Tensor:
    return torch.tensor([3, 0, 3], device=like.device)


def regular(make: Make) -> Tensor:
    return make(3, 3) + 4 * make(3).diag()


def lstm_cell(make: Make) -> Tensor:
    state = (make(3, 4), make(3, 4))
    return torch.lstm_cell(make(3, 4), state, make(16, 4), make(16, 4))[0]


def attention(make: Make) -> Tensor:
    return F.scaled_dot_product_attention(*(make(2, 2, 4, 8) for _ in range(3)))


def smaller(make: Make) -> Tensor:
    return F.interpolate(make(1, 3, 8, 8), (5, 5), mode="bicubic", antialias=True)


def at_places(make: Make) -> Tensor:
    return F.grid_sample(make(1, 3, 4, 4), make(1, 2, 2, 2), align_corners=False)


OPERATIONS: dict[str, dict[str, Operation]] = {
    "arithmetic": {
        "a + b": lambda make: make(4, 5) + make(5),
        "a * b": lambda make: make(4, 5) * make(5),
        "a / b": lambda make: make(4, 5) / make(5),
        "a ** 2": lambda make: make(4, 5) ** 2,
        "exp": lambda make: make(4, 5).exp(),
        "clamp": lambda make: make(4, 5).clamp(max=0.5),
        "where": lambda make: torch.where((x := make(4, 5)) == x[0], x, make(5)),
    },
    "statistics": {
        "sum": lambda make: make(4, 5).sum(),
        "mean": lambda make: make(4, 5).mean(),
        "std": lambda make: make(4, 5).std(),
        "max": lambda make: make(4, 5).max(),
        "median": lambda make: make(15).median(),
        "quantile": lambda make: make(15).cumsum(dim=0).quantile(0.3),
        "cumsum": lambda make: make(4, 5).cumsum(dim=1),
    },
    "order and choice": {
        "sort": lambda make: make(15).sort().values,
        "topk": lambda make: make(15).topk(3).values,
        "unique": lambda make: make(15).unique(),
        "histc": lambda make: make(15).histc(bins=4, min=0, max=8),
        "searchsorted": lambda make: torch.searchsorted(make(9).sort().values, make(4)),
        "nonzero": lambda make: make(4, 5).nonzero(),
        "x[index]": lambda make: (x := make(4, 5))[index(x)],
        "index_add": lambda make: (x := make(4, 5)).index_add(0, index(x), make(3, 5)),
    },
    "linear algebra": {
        "a @ b": lambda make: make(4, 5) @ make(5, 3),
        "bmm": lambda make: make(2, 4, 5).bmm(make(2, 5, 3)),
        "linalg.solve": lambda make: torch.linalg.solve(regular(make), make(3, 2)),
        "linalg.inv": lambda make: torch.linalg.inv(regular(make)),
        "linalg.cholesky": lambda m: torch.linalg.cholesky((x := regular(m)) @ x.mH),
        "linalg.qr": lambda make: torch.linalg.qr(make(4, 3)).R.abs(),
        "linalg.svdvals": lambda make: torch.linalg.svdvals(make(4, 3)),
        "linalg.eigvals": lambda m: torch.linalg.eigvals(regular(m)).abs().sort()[0],
        "matrix_exp": lambda make: torch.linalg.matrix_exp(make(3, 3)),
        "fft.fft": lambda make: torch.fft.fft(make(4, 8)),
    },
    "layers": {
        "linear": lambda make: F.linear(make(4, 5), make(3, 5), make(3)),
        "conv2d": lambda make: F.conv2d(make(2, 3, 6, 6), make(4, 3, 3, 3), make(4)),
        "conv_transpose2d": lambda m: F.conv_transpose2d(m(2, 3, 4, 4), m(3, 2, 3, 3)),
        "conv3d": lambda make: F.conv3d(make(2, 2, 4, 4, 4), make(3, 2, 3, 3, 3)),
        "max_pool2d": lambda make: F.max_pool2d(make(2, 3, 6, 6), 2),
        "avg_pool2d": lambda make: F.avg_pool2d(make(2, 3, 6, 6), 2),
        "batch_norm": lambda m: F.batch_norm(m(8, 3), None, None, m(3), m(3), True),
        "layer_norm": lambda make: F.layer_norm(make(4, 8), (8,), make(8), make(8)),
        "gelu": lambda make: F.gelu(make(4, 5)),
        "softmax": lambda make: F.softmax(make(4, 5), dim=1),
        "attention": attention,
        "lstm_cell": lstm_cell,
        "embedding": lambda make: F.embedding(index(x := make(4, 5)), x),
        "embedding_bag": lambda make: F.embedding_bag(index(x := make(4, 5))[None], x),
    },
    "losses and distances": {
        "cross_entropy": lambda make: F.cross_entropy(x := make(3, 5), index(x)),
        "bce_with_logits": lambda make: bce_with_logits(x := make(4, 5), x.detach()),
        "mse_loss": lambda make: F.mse_loss(make(4, 5), make(4, 5)),
        "cdist": lambda make: torch.cdist(make(4, 5), make(3, 5)),
    },
    "images": {
        "resize bilinear": lambda m: F.interpolate(m(1, 3, 4, 4), 7, mode="bilinear"),
        "resize bicubic": smaller,
        "grid_sample": at_places,
        "pixel_shuffle": lambda make: F.pixel_shuffle(make(1, 8, 3, 3), 2),
    },
    "random numbers": {
        "normal_": lambda make: torch.empty_like(make(4, 5)).normal_().isfinite(),
        "multinomial": lambda make: torch.multinomial(make(4, 5), 5).sort().values,
    },
}
# --8<-- [end:operations]


# --8<-- [start:attempt]
class Maker:
    """maker(*shape) returns numbers that test a dtype, stored as another, on a device.

    Eighths from 1/8 to 7/8, exact in every floating dtype of the table; 1 to 7 in the
    integer dtypes; 0 and 1 as bool.
    """

    def __init__(
        self, tested: torch.dtype, stored: torch.dtype, device: str, gradients: bool
    ) -> None:
        self.tested, self.stored, self.device = tested, stored, device
        self.gradients = gradients and (tested.is_floating_point or tested.is_complex)
        self.generator = torch.Generator().manual_seed(0)
        self.leaves: list[Tensor] = []

    def __call__(self, *shape: int) -> Tensor:
        values = torch.randint(1, 8, shape, generator=self.generator)
        if self.tested.is_complex:
            imaginary = torch.randint(1, 8, shape, generator=self.generator)
            values = torch.complex(values / 8, imaginary / 8)
        elif self.tested.is_floating_point:
            values = values / 8
        elif self.tested == torch.bool:
            values = values % 2
        tensor = values.to(self.stored).to(self.device)
        if self.gradients:
            self.leaves.append(tensor.requires_grad_())
        return tensor


def close(result: Tensor, expected: Tensor) -> bool:
    real = result.is_floating_point() or result.is_complex()
    limit = 16 * torch.finfo(result.dtype).eps if real else 0.0
    result, expected = result.detach().cpu().to(expected.dtype), expected.detach()
    return torch.allclose(result, expected, rtol=limit, atol=limit, equal_nan=True)


def attempt(
    operation: Operation, dtype: torch.dtype, device: str, gradients: bool = True
) -> str:
    make = Maker(dtype, dtype, device, gradients)
    wide = torch.complex128 if dtype.is_complex else torch.float64
    exact = Maker(dtype, wide, "cpu", gradients)
    try:
        result = operation(make)
    except (RuntimeError, TypeError, ValueError):
        if not make.leaves:
            return "-"
        forward = attempt(operation, dtype, device, gradients=False)
        return forward.replace("yes", "forward")
    expected = operation(exact)
    if not close(result, expected):
        return "other"
    if not make.leaves or not (expected.is_floating_point() or expected.is_complex()):
        return "yes"
    try:
        for size in (result.abs(), expected.abs()):
            weights = (1 + torch.arange(size.numel()) % 7) / 8
            size.backward(weights.reshape(size.shape).to(size))
    except RuntimeError:
        return "forward"
    pairs = [(a.grad, b.grad) for a, b in zip(make.leaves, exact.leaves)]
    same = all(close(ours, theirs) for ours, theirs in pairs if theirs is not None)
    return "yes" if same else "other"


# --8<-- [end:attempt]


# --8<-- [start:matrix]
DTYPES = {
    "float32": torch.float32,
    "float64": torch.float64,
    "float16": torch.float16,
    "bfloat16": torch.bfloat16,
    "complex64": torch.complex64,
    "int64": torch.int64,
    "uint8": torch.uint8,
    "bool": torch.bool,
}


def print_matrix(device: str) -> None:
    """A line for each operation, a column for each dtype."""
    print(f"{device:16} {' '.join(DTYPES)}")
    for group, operations in OPERATIONS.items():
        print(f"\n{group}")
        for name, operation in operations.items():
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                answers = [
                    attempt(operation, dtype, device) for dtype in DTYPES.values()
                ]
            cells = [answer.ljust(len(word)) for answer, word in zip(answers, DTYPES)]
            print(f"{name:16} {' '.join(cells).rstrip()}")


# --8<-- [end:matrix]
