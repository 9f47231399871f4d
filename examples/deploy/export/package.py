"""Compile an exported program ahead of time with AOTInductor, and check its inputs."""
# handbook: slow="AOTInductor compiles C++"

# --8<-- [start:compile]
import os

os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = "1"

import torch
from torch import nn

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3)).eval().to(device)
inputs = torch.randn(64, 8).to(device)
up_to_64 = ({0: torch.export.Dim("batch", min=1, max=64)},)
program = torch.export.export(model, (inputs[:2],), dynamic_shapes=up_to_64)
torch._inductor.aoti_compile_and_package(program, package_path="package.pt2")

run = torch._inductor.aoti_load_package("package.pt2")
for size in (2, 7, 64):
    y = run(inputs[:size])
    torch.testing.assert_close(y, model(inputs[:size]))
    print(size, tuple(y.shape), "requires_grad:", y.requires_grad)
# --8<-- [end:compile]

# --8<-- [start:machine-package]
import zipfile
from pathlib import Path

weights = sum(p.nbytes for p in model.parameters())
print(f"weights (kB): {weights / 1000:.1f}")
print(f"package (kB): {Path('package.pt2').stat().st_size / 1000:.0f}")
names = [Path(name) for name in zipfile.ZipFile("package.pt2").namelist()]
print("kinds of files:", *sorted({name.suffix for name in names if name.suffix}))
print("instructions:", run.get_metadata()["AOTI_CPU_ISA"])
# --8<-- [end:machine-package]

# --8<-- [start:checks]
for refused in (inputs.half(), inputs[:, :7], inputs.repeat(2, 1), inputs[:1]):
    try:
        run(refused)
    except RuntimeError as error:
        print(str(error).strip())
# --8<-- [end:checks]

# --8<-- [start:one-row]
torch._inductor.aoti_compile_and_package(
    program,
    package_path="package.pt2",
    inductor_configs={"aot_inductor.check_lowerbound": False},
)
run = torch._inductor.aoti_load_package("package.pt2")
torch.testing.assert_close(run(inputs[:1]), model(inputs[:1]))
print(tuple(run(inputs[:1]).shape))
# --8<-- [end:one-row]
