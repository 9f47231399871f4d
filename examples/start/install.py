"""Check a PyTorch installation: versions, accelerator, threads, dtypes, operations."""

# --8<-- [start:machine-versions]
import platform

import torch
import torchvision

print("system:", platform.system(), platform.machine())
print("Python:", platform.python_version())
print("torch:", torch.__version__)
print("torchvision:", torchvision.__version__)
print("CUDA version of the build:", torch.version.cuda)
# --8<-- [end:machine-versions]

# --8<-- [start:machine-size]
from importlib.metadata import distributions
from pathlib import Path

sizes = {"torch": 0, "nvidia": 0, "triton": 0}
for package in distributions():
    name = package.name.partition("-")[0]
    if name in sizes:
        files = (Path(package.locate_file(file)) for file in package.files or [])
        sizes[name] += sum(file.stat().st_size for file in files if file.is_file())
for name, size in sizes.items():
    print(f"{name}: {size / 1e9:.1f} GB")
# --8<-- [end:machine-size]

# --8<-- [start:machine-accelerator]
print("built for:", torch.accelerator.current_accelerator())
print("usable here:", torch.accelerator.current_accelerator(check_available=True))
print("number of devices:", torch.accelerator.device_count())
# --8<-- [end:machine-accelerator]

# --8<-- [start:device]
accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
print(torch.ones(2, 3, device=device).sum())
# --8<-- [end:device]

# --8<-- [start:machine-cpu]
print("threads:", torch.get_num_threads())
print("instruction set:", torch.backends.cpu.get_cpu_capability())
# --8<-- [end:machine-cpu]

# --8<-- [start:machine-dtypes]
floats = (torch.float64, torch.float32, torch.float16, torch.bfloat16)
for dtype in (*floats, torch.int64):
    try:
        ones = torch.ones(2, 2, dtype=dtype, device=device)
        answer = (ones @ ones).dtype
    except (TypeError, RuntimeError) as error:
        answer = type(error).__name__
    print(f"{dtype} @ {dtype}: {answer}")
# --8<-- [end:machine-dtypes]

# --8<-- [start:smoke]
matrix = torch.tensor([[1.0, 2.0], [3.0, 4.0]], device=device)
print("matrix product:", (matrix @ matrix).tolist())

image = torch.ones(1, 1, 3, 3, device=device)
kernel = torch.ones(1, 1, 2, 2, device=device)
sums = torch.nn.functional.conv2d(image, kernel)
print("convolution:", sums.flatten().tolist())

x = torch.tensor(3.0, device=device, requires_grad=True)
(x**2).backward()
print("gradient of x**2 at 3:", x.grad.item())
# --8<-- [end:smoke]

# --8<-- [start:torchvision]
boxes = torch.tensor([[0, 0, 4, 4], [0, 0, 4, 3], [5, 5, 9, 9]]).float()
scores = torch.tensor([0.9, 0.8, 0.7])
print(torchvision.ops.nms(boxes, scores, iou_threshold=0.5))
# --8<-- [end:torchvision]

# --8<-- [start:machine-no-cuda]
try:
    answer = torch.ones(2, device="cuda").sum().item()
except (AssertionError, RuntimeError) as error:
    answer = f"{type(error).__name__}: {str(error).partition('. ')[0]}"
print("two ones on cuda:", answer)
# --8<-- [end:machine-no-cuda]
