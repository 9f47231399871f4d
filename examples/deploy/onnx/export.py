"""Export the trained MNIST network to ONNX, and prove that it answers the same."""

# --8<-- [start:model]
import gzip
from pathlib import Path

import safetensors.torch
import torch
import torch.nn.functional as F
from torch import nn

EXAMPLES = Path(__file__).resolve().parents[2]


class MLP(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc1 = nn.Linear(784, 256)
        self.fc2 = nn.Linear(256, 128)
        self.fc3 = nn.Linear(128, 10)
        self.dropout = nn.Dropout(0.2)

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        x = images.flatten(1)
        x = self.dropout(F.relu(self.fc1(x)))
        x = self.dropout(F.relu(self.fc2(x)))
        return self.fc3(x)


model = MLP()
weights = EXAMPLES / "projects/mnist/mnist_mlp.safetensors"
model.load_state_dict(safetensors.torch.load_file(weights))
model.eval()
number = sum(parameter.numel() for parameter in model.parameters())
print(number, "parameters, training mode:", model.training)
# --8<-- [end:model]

# --8<-- [start:images]
packed = (EXAMPLES / "data/mnist-subset/t10k-images-idx3-ubyte.gz").read_bytes()
content = bytearray(gzip.decompress(packed))
pixels = torch.frombuffer(content, dtype=torch.uint8, offset=16)
pixels = pixels.reshape(-1, 1, 28, 28)
images = pixels / 255
print(images.shape, images.dtype, images.min().item(), images.max().item())
# --8<-- [end:images]

# --8<-- [start:export]
torch.onnx.export(
    model,
    (images[:2],),
    "mnist.onnx",
    input_names=["images"],
    output_names=["logits"],
    dynamic_shapes=({0: "batch"},),
    external_data=False,
    verbose=False,
)
# --8<-- [end:export]

# --8<-- [start:inspect]
from collections import Counter

import onnx

exported = onnx.load("mnist.onnx")
onnx.checker.check_model(exported, full_check=True)
print("opset", exported.opset_import[0].version)
for value in (*exported.graph.input, *exported.graph.output):
    tensor = value.type.tensor_type
    sizes = [size.dim_param or size.dim_value for size in tensor.shape.dim]
    print(value.name, sizes, onnx.TensorProto.DataType.Name(tensor.elem_type))
print(dict(Counter(node.op_type for node in exported.graph.node)))
for tensor in exported.graph.initializer:
    print(f"{tensor.name:12} {list(tensor.dims)}")
# --8<-- [end:inspect]

# --8<-- [start:session]
import numpy as np
import onnxruntime

session = onnxruntime.InferenceSession("mnist.onnx", providers=["CPUExecutionProvider"])
(logits,) = session.run(["logits"], {"images": images[:3].numpy()})
print(type(logits).__name__, logits.shape, logits.dtype)
print(logits.argmax(axis=1))
# --8<-- [end:session]

# --8<-- [start:parity]
accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
model.to(device)
largest = 0.0
for size in (1, 2, 7, 64, 500):
    batch = images[:size]
    with torch.inference_mode():
        expected = model(batch.to(device)).cpu().numpy()
    (answer,) = session.run(["logits"], {"images": batch.numpy()})
    largest = max(largest, np.abs(answer - expected).max())
    same = (answer.argmax(axis=1) == expected.argmax(axis=1)).sum()
    print(f"batch {size:3}: {same:3} of {size:3} digits the same")
print(f"largest difference of a logit: {largest:.4f}")
# --8<-- [end:parity]

# --8<-- [start:fixed]
model.cpu()
two = (images[:2],)
torch.onnx.export(model, two, "fixed.onnx", external_data=False, verbose=False)
fixed = onnxruntime.InferenceSession("fixed.onnx", providers=["CPUExecutionProvider"])
(given,) = fixed.get_inputs()
print(given.name, given.shape)
try:
    fixed.run(None, {given.name: images[:3].numpy()})
except Exception as error:
    print(type(error).__name__)
    print(str(error).removeprefix("[ONNXRuntimeError] : 2 : INVALID_ARGUMENT : "))
# --8<-- [end:fixed]

# --8<-- [start:machine-latency]
from collections.abc import Callable
from statistics import median
from time import perf_counter

model.eval()
torch.set_num_threads(1)
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1


def load() -> onnxruntime.InferenceSession:
    cpu = ["CPUExecutionProvider"]
    return onnxruntime.InferenceSession("mnist.onnx", options, providers=cpu)


def milliseconds(function: Callable, *arguments: object) -> float:
    start = perf_counter()
    function(*arguments)
    return (perf_counter() - start) * 1000


single = load()
print(f"load the file, ms: {median(milliseconds(load) for _ in range(20)):.3f}")
for size in (1, 64):
    batch = images[:size]
    feed = {"images": batch.numpy()}
    eager, runtime = [], []
    with torch.inference_mode():
        for _ in range(300):
            eager.append(milliseconds(model, batch))
            runtime.append(milliseconds(single.run, None, feed))
    ratios = sorted(a / b for a, b in zip(eager[50:], runtime[50:]))
    low, high = ratios[len(ratios) // 4], ratios[-len(ratios) // 4]
    ratio = f"{median(ratios):.1f} ({low:.1f} to {high:.1f} in half the pairs)"
    print(f"batch {size}, eager, ms: {median(eager[50:]):.3f}")
    print(f"batch {size}, ONNX Runtime, ms: {median(runtime[50:]):.3f}")
    print(f"batch {size}, ratio eager / ONNX Runtime: {ratio}")
# --8<-- [end:machine-latency]

# --8<-- [start:wrong-dtype]
try:
    session.run(["logits"], {"images": pixels[:1].numpy()})
except Exception as error:
    print(type(error).__name__)
    print(str(error).removeprefix("[ONNXRuntimeError] : 2 : INVALID_ARGUMENT : "))
# --8<-- [end:wrong-dtype]

# --8<-- [start:not-scaled]
packed = (EXAMPLES / "data/mnist-subset/t10k-labels-idx1-ubyte.gz").read_bytes()
labels = np.frombuffer(gzip.decompress(packed), dtype=np.uint8, offset=8)


def mean_confidence(logits: np.ndarray) -> float:
    return torch.from_numpy(logits).softmax(dim=1).max(dim=1).values.mean().item()


scales = {"0 to 1": images, "0 to 255": pixels.float(), "inverted": 1 - images}
for name, batch in scales.items():
    (answer,) = session.run(["logits"], {"images": batch.numpy()})
    right, confidence = answer.argmax(axis=1) == labels, mean_confidence(answer)
    print(f"{name:9} accuracy {right.mean():.1%}, mean confidence {confidence:.3f}")
# --8<-- [end:not-scaled]


# --8<-- [start:repair-preparation]
class Served(nn.Module):
    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, pixels: torch.Tensor) -> torch.Tensor:
        return self.model(pixels.float() / 255).softmax(dim=1)


served, varying = Served(model).eval(), ({0: "batch"},)
names = {"input_names": ["pixels"], "output_names": ["probabilities"]}
settings = {"dynamic_shapes": varying, "external_data": False, "verbose": False}
torch.onnx.export(served, (pixels[:2],), "served.onnx", **names, **settings)
providers = ["CPUExecutionProvider"]
complete = onnxruntime.InferenceSession("served.onnx", providers=providers)
(answer,) = complete.run(None, {"pixels": pixels.numpy()})
with torch.inference_mode():
    difference = np.abs(answer - served(pixels).numpy()).max()
right, confidence = answer.argmax(axis=1) == labels, answer.max(axis=1).mean()
print(f"bytes: accuracy {right.mean():.1%}, mean confidence {confidence:.3f}")
print(f"largest difference from PyTorch: {difference:.4f}")
try:
    complete.run(None, {"pixels": pixels.float().numpy()})
except Exception as error:
    print(str(error).removeprefix("[ONNXRuntimeError] : 2 : INVALID_ARGUMENT : "))
# --8<-- [end:repair-preparation]

# --8<-- [start:training-mode]
import warnings

model.train()
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    torch.onnx.export(model, two, "training.onnx", external_data=False, verbose=False)
print(str(caught[0].message).split(".")[0])
print(dict(Counter(node.op_type for node in onnx.load("training.onnx").graph.node)))
levels, cpu = onnxruntime.GraphOptimizationLevel, ["CPUExecutionProvider"]
for level in (levels.ORT_ENABLE_ALL, levels.ORT_DISABLE_ALL):
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = level
    training = onnxruntime.InferenceSession("training.onnx", options, providers=cpu)
    (first,) = training.run(None, {"images": images[:2].numpy()})
    (second,) = training.run(None, {"images": images[:2].numpy()})
    same = np.array_equal(first, second)
    print(f"{level.name}: two runs give the same {same}")
# --8<-- [end:training-mode]
