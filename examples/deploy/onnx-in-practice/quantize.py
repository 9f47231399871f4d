"""Store the weights of an ONNX file as int8, and count the answers that change."""

# --8<-- [start:export]
import gzip
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import safetensors.torch
import torch
from onnx import numpy_helper
from torch import nn

EXAMPLES = Path(__file__).resolve().parents[2]


class MLP(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(784, 256), nn.Linear(256, 128)
        self.fc3 = nn.Linear(128, 10)

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        return self.fc3(self.fc2(self.fc1(images.flatten(1)).relu()).relu())


model = MLP().eval()
weights = EXAMPLES / "projects/mnist/mnist_mlp.safetensors"
model.load_state_dict(safetensors.torch.load_file(weights))
packed = (EXAMPLES / "data/mnist-subset/t10k-images-idx3-ubyte.gz").read_bytes()
pixels = np.frombuffer(gzip.decompress(packed), dtype=np.uint8, offset=16)
images = pixels.reshape(-1, 1, 28, 28).astype(np.float32) / 255
torch.onnx.export(
    model,
    (torch.from_numpy(images[:2]),),
    "float32.onnx",
    input_names=["images"],
    output_names=["logits"],
    dynamic_shapes=({0: "batch"},),
    external_data=False,
    verbose=False,
)
# --8<-- [end:export]

# --8<-- [start:by-hand]
weight = model.fc1.weight.detach().numpy()
scale = np.abs(weight).max() / 127
integers = np.round(weight / scale).astype(np.int8)
restored = integers * scale
print(weight[0, 400:404])
print(integers[0, 400:404], integers.min(), integers.max())
print(restored[0, 400:404])
print(f"largest error: {np.abs(restored - weight).max() / scale:.2f} of a step")
# --8<-- [end:by-hand]

# --8<-- [start:refused]
import logging

from onnxruntime.quantization import quantize_dynamic

logging.disable(logging.WARNING)
try:
    quantize_dynamic("float32.onnx", "int8.onnx")
except Exception as error:
    print(type(error).__name__, error)
# --8<-- [end:refused]

# --8<-- [start:quantize]
from onnxruntime.quantization.shape_inference import quant_pre_process

quant_pre_process("float32.onnx", "prepared.onnx")
quantize_dynamic("prepared.onnx", "int8.onnx")
quantize_dynamic("prepared.onnx", "per_channel.onnx", per_channel=True)
names = ("float32", "int8", "per_channel")
sizes = {name: Path(f"{name}.onnx").stat().st_size for name in names}
print({name: round(sizes["float32"] / size, 1) for name, size in sizes.items()})
print([node.op_type for node in onnx.load("int8.onnx").graph.node][:7])
# --8<-- [end:quantize]

# --8<-- [start:same]
tensors = onnx.load("int8.onnx").graph.initializer
stored = {tensor.name: numpy_helper.to_array(tensor) for tensor in tensors}
print(np.array_equal(stored["fc1.weight_quantized"], integers.T))
tensors = onnx.load("per_channel.onnx").graph.initializer
first = [tensor for tensor in tensors if tensor.name.startswith("fc1.weight")]
print({tensor.name: list(tensor.dims) for tensor in first})
# --8<-- [end:same]

# --8<-- [start:machine-accuracy]
packed = (EXAMPLES / "data/mnist-subset/t10k-labels-idx1-ubyte.gz").read_bytes()
labels = np.frombuffer(gzip.decompress(packed), dtype=np.uint8, offset=8)
with torch.inference_mode():
    expected = model(torch.from_numpy(images)).numpy()
cpu = ["CPUExecutionProvider"]
for name in sizes:
    session = onnxruntime.InferenceSession(f"{name}.onnx", providers=cpu)
    (logits,) = session.run(None, {"images": images})
    digits = logits.argmax(axis=1)
    others = (digits != expected.argmax(axis=1)).sum()
    difference = np.abs(logits - expected).max()
    print(f"{name}, right of 500: {(digits == labels).sum()}")
    print(f"{name}, digits other than PyTorch's: {others}")
    print(f"{name}, largest difference of a logit: {difference:.5f}")
# --8<-- [end:machine-accuracy]

# --8<-- [start:machine-half]
from onnxruntime.transformers.float16 import convert_float_to_float16

half = convert_float_to_float16(onnx.load("float32.onnx"), keep_io_types=True)
onnx.save(half, "float16.onnx")
options = onnxruntime.SessionOptions()
options.optimized_model_filepath = "optimized.onnx"
levels = onnxruntime.GraphOptimizationLevel
options.graph_optimization_level = levels.ORT_ENABLE_EXTENDED
session = onnxruntime.InferenceSession("float16.onnx", options, providers=cpu)
(logits,) = session.run(None, {"images": images})

share = Path("float16.onnx").stat().st_size / sizes["float32"]
others = (logits.argmax(axis=1) != expected.argmax(axis=1)).sum()
difference = np.abs(logits - expected).max()
for name in ("float16", "optimized"):
    kinds = [node.op_type for node in onnx.load(f"{name}.onnx").graph.node]
    print(f"{name}.onnx, Cast operations: {kinds.count('Cast')} of {len(kinds)}")
print(f"share of the float32 file: {share:.1f}")
print(f"digits other than PyTorch's: {others}")
print(f"largest difference of a logit: {difference:.5f}")
# --8<-- [end:machine-half]

# --8<-- [start:machine-batch]
for name in ("float32", "int8"):
    session = onnxruntime.InferenceSession(f"{name}.onnx", providers=cpu)
    (together,) = session.run(None, {"images": images[:100]})
    answers = [session.run(None, {"images": image[None]})[0] for image in images[:100]]
    alone = np.concatenate(answers)
    difference = np.abs(alone - together).max()
    print(f"{name}, alone against in a batch of 100: {difference:.5f} at most")
# --8<-- [end:machine-batch]

# --8<-- [start:figure]
import matplotlib.pyplot as plt

figure, axes = plt.subplots(figsize=(6.4, 2.4))
for row, name in enumerate(("int8", "float32")):
    left = 0.0
    for number, layer in enumerate(("fc1", "fc2", "fc3")):
        tensors = onnx.load(f"{name}.onnx").graph.initializer
        its = [tensor for tensor in tensors if tensor.name.startswith(layer)]
        kilobytes = sum(len(tensor.raw_data) for tensor in its) / 1000
        label = layer if row else None
        axes.barh(row, kilobytes, left=left, color=f"C{number}", label=label)
        left += kilobytes
axes.set(yticks=[0, 1], yticklabels=["int8", "float32"], xlabel="kB in the file")
axes.legend(ncols=3, loc="lower right")
figure.savefig("bytes.svg")
# --8<-- [end:figure]
