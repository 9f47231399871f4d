"""ONNX files in practice: external data, opset versions, failures and sessions."""

# --8<-- [start:model]
import gzip
from pathlib import Path

import numpy as np
import onnxruntime
import safetensors.torch
import torch
from torch import nn

EXAMPLES = Path(__file__).resolve().parents[2]


class MLP(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(784, 256), nn.Linear(256, 128)
        self.fc3 = nn.Linear(128, 10)

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        return self.fc3(self.fc2(self.fc1(images.flatten(1)).relu()).relu())


def read(name: str, offset: int) -> np.ndarray:
    packed = (EXAMPLES / f"data/mnist-subset/{name}.gz").read_bytes()
    return np.frombuffer(gzip.decompress(packed), dtype=np.uint8, offset=offset)


trained = MLP().eval()
weights = EXAMPLES / "projects/mnist/mnist_mlp.safetensors"
trained.load_state_dict(safetensors.torch.load_file(weights))
pixels = read("t10k-images-idx3-ubyte", 16).reshape(-1, 1, 28, 28)
images = pixels.astype(np.float32) / 255
labels = read("t10k-labels-idx1-ubyte", 8)
# --8<-- [end:model]

# --8<-- [start:external]
program = torch.onnx.export(
    trained,
    (torch.from_numpy(images[:2]),),
    "mnist.onnx",
    input_names=["images"],
    output_names=["logits"],
    dynamic_shapes=({0: "batch"},),
    verbose=False,
)
for path in sorted(Path().glob("mnist.onnx*")):
    print(path, f"{path.stat().st_size / 1e6:.2f} MB")
# --8<-- [end:external]

# --8<-- [start:locations]
import onnx

graph = onnx.load("mnist.onnx", load_external_data=False).graph
for tensor in graph.initializer:
    place = [entry.value for entry in tensor.external_data] or ["inside"]
    print(f"{tensor.name:11}", *place)
# --8<-- [end:locations]


# --8<-- [start:moved]
def session(path: str) -> onnxruntime.InferenceSession:
    return onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])


def accuracy(path: str) -> float:
    (logits,) = session(path).run(None, {"images": images})
    return (logits.argmax(axis=1) == labels).mean()


Path("server").mkdir(exist_ok=True)
Path("server/mnist.onnx").write_bytes(Path("mnist.onnx").read_bytes())
try:
    session("server/mnist.onnx")
except Exception as error:
    print(type(error).__name__)
    print(str(error).split("Error: ")[0].split(" : ")[-1])
# --8<-- [end:moved]

# --8<-- [start:stale]
torch.manual_seed(0)
program.apply_weights(MLP().state_dict())
program.save("server/mnist.onnx", external_data=True)
print(f"server, untrained: {accuracy('server/mnist.onnx'):.0%}")
Path("server/mnist.onnx").write_bytes(Path("mnist.onnx").read_bytes())
print(f"local, trained: {accuracy('mnist.onnx'):.0%}")
print(f"server, the new mnist.onnx copied: {accuracy('server/mnist.onnx'):.0%}")
# --8<-- [end:stale]

# --8<-- [start:one-file]
onnx.save(onnx.load("mnist.onnx"), "one.onnx")
print(f"{accuracy('one.onnx'):.1%}")
# --8<-- [end:one-file]

# --8<-- [start:opset]
from onnx.version_converter import convert_version

one = onnx.load("one.onnx")
print("written:", one.opset_import[0].version)
for version in (17, 14, 13):
    try:
        onnx.save(convert_version(one, version), f"opset{version}.onnx")
    except RuntimeError as error:
        print(version, str(error).split(": ")[-1])
    else:
        print(version, f"accuracy {accuracy(f'opset{version}.onnx'):.1%}")
# --8<-- [end:opset]

# --8<-- [start:opset-asked]
example = (torch.from_numpy(images[:2]),)
varying = ({0: "batch"},)
asked = torch.onnx.export(
    trained, example, dynamic_shapes=varying, opset_version=14, verbose=False
)
print("asked for 14, got", asked.model_proto.opset_import[0].version)
# --8<-- [end:opset-asked]

# --8<-- [start:too-new]
one.ir_version = 99
try:
    content = one.SerializeToString()
    onnxruntime.InferenceSession(content, providers=["CPUExecutionProvider"])
except Exception as error:
    print(str(error).split("Unsupported")[-1].split(",")[0].strip())
# --8<-- [end:too-new]


# --8<-- [start:median]
class Median(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x.median(dim=1).values


x = torch.rand(2, 7)
try:
    torch.onnx.export(Median().eval(), (x,), dynamic_shapes=varying, verbose=False)
except Exception as error:
    print(type(error).__name__)
    print(str(error.__cause__).split("(args")[0])
# --8<-- [end:median]


# --8<-- [start:sorted]
class SortedMedian(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x.sort(dim=1).values[:, (x.shape[1] - 1) // 2]


model = SortedMedian().eval()
fixed = torch.onnx.export(model, (x,), dynamic_shapes=varying, verbose=False)
fixed.save("median.onnx")
for batch in (torch.rand(1, 7), torch.rand(5, 7)):
    (answer,) = session("median.onnx").run(None, {"x": batch.numpy()})
    print(np.array_equal(answer, Median()(batch).numpy()))
print([node.op_type for node in onnx.load("median.onnx").graph.node])
# --8<-- [end:sorted]

# --8<-- [start:options]
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1
options.optimized_model_filepath = "optimized.onnx"
levels = onnxruntime.GraphOptimizationLevel
options.graph_optimization_level = levels.ORT_ENABLE_EXTENDED
onnxruntime.InferenceSession("one.onnx", options, providers=["CPUExecutionProvider"])
for path in ("one.onnx", "optimized.onnx"):
    print(path, [node.op_type for node in onnx.load(path).graph.node])
# --8<-- [end:options]

# --8<-- [start:machine-providers]
import warnings

wanted = ["CUDAExecutionProvider", "CPUExecutionProvider"]
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    asked_for_gpu = onnxruntime.InferenceSession("one.onnx", providers=wanted)
print("available:", ", ".join(onnxruntime.get_available_providers()))
print("warning:", *(str(warning.message).split(".")[0] for warning in caught))
print("may use:", ", ".join(asked_for_gpu.get_providers()))
# --8<-- [end:machine-providers]

# --8<-- [start:metadata]
import json

contract = {"classes": list("0123456789"), "pixels": "0 for paper to 1 for ink"}
labelled = onnx.load("one.onnx")
onnx.helper.set_model_props(labelled, {"contract": json.dumps(contract)})
onnx.save(labelled, "labelled.onnx")
found = session("labelled.onnx").get_modelmeta().custom_metadata_map
print(json.loads(found["contract"])["pixels"])
# --8<-- [end:metadata]
