"""Warnings from C++, caught and shortened, and the new call with the same result."""

# --8<-- [start:said]
import warnings

import torch

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")


def said(call):
    """Make the call; print what it warns of, without the place in the C++ source."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = call()
    for warning in caught:
        message = str(warning.message).partition(" (Triggered internally")[0]
        print(f"{warning.category.__name__}: {message}")
    assert caught, "no warning: this call has warned before, or is no longer old"
    return result


# --8<-- [end:said]

# --8<-- [start:shapes]
x = torch.arange(24.0, device=device).view(2, 3, 4)
old = said(lambda: x.T)
print("same:", torch.equal(old, x.permute(2, 1, 0)), old.shape, x.mT.shape)

a, b = torch.arange(2), torch.arange(3)
old = said(lambda: torch.meshgrid(a, b))
new = torch.meshgrid(a, b, indexing="ij")
print("same:", all(torch.equal(*pair) for pair in zip(old, new, strict=True)))
# --8<-- [end:shapes]

# --8<-- [start:index]
row = torch.tensor([-1.0, 0.0, 2.0], device=device)
mask = row > 0
old = said(lambda: row[mask.byte()])
print("same:", torch.equal(old, row[mask]))

index, ones = torch.tensor([0, 1, 1], device=device), torch.ones(3, device=device)
old = said(lambda: torch.zeros(3, device=device).scatter_(0, index, ones, reduce="add"))
new = torch.zeros(3, device=device).scatter_add_(0, index, ones)
print("same:", torch.equal(old, new))
# --8<-- [end:index]

# --8<-- [start:linalg]
square = torch.tensor([[2.0, 1.0], [0.0, 3.0]])
old = said(lambda: torch.chain_matmul(square, square))
print("same:", torch.equal(old, torch.linalg.multi_dot([square, square])))

old = said(lambda: torch.triangular_solve(square, square).solution)
new = torch.linalg.solve_triangular(square, square, upper=True)
print("same:", torch.equal(old, new))

old = said(lambda: torch.lu(square))
print("same:", torch.equal(old[0], torch.linalg.lu_factor(square).LU))

vectors = torch.tensor([[1.0, 2.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
old = said(lambda: torch.cross(vectors, vectors.T))
print("same:", torch.equal(old, torch.linalg.cross(vectors, vectors.T, dim=0)))
print("same without dim:", torch.equal(old, torch.linalg.cross(vectors, vectors.T)))
# --8<-- [end:linalg]

# --8<-- [start:default]
said(lambda: torch.set_default_tensor_type(torch.DoubleTensor))
old = torch.zeros(1).dtype
torch.set_default_dtype(torch.float64)
print(old, torch.zeros(1).dtype)
torch.set_default_dtype(torch.float32)
# --8<-- [end:default]
