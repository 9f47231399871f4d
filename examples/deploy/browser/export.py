"""Export the MNIST network for a browser, and write what it must answer there."""

# --8<-- [start:model]
import base64
import gzip
import json
from pathlib import Path

import onnxruntime
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

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        x = F.relu(self.fc1(images.flatten(1)))
        return self.fc3(F.relu(self.fc2(x)))


model = MLP().eval()
weights = EXAMPLES / "projects/mnist/mnist_mlp.safetensors"
model.load_state_dict(safetensors.torch.load_file(weights))
# --8<-- [end:model]

# --8<-- [start:export]
example = torch.zeros(2, 1, 28, 28)
program = torch.onnx.export(
    model,
    (example,),
    input_names=["images"],
    output_names=["logits"],
    dynamic_shapes=({0: "batch"},),
    verbose=False,
)
for node in program.model.graph.all_nodes():
    node.metadata_props.clear()
program.save("digits.onnx", external_data=False)
print(f"{Path('digits.onnx').stat().st_size / 1e6:.2f} MB")
# --8<-- [end:export]

# --8<-- [start:answers]
packed = (EXAMPLES / "data/mnist-subset/t10k-images-idx3-ubyte.gz").read_bytes()
content = bytearray(gzip.decompress(packed))
pixels = torch.frombuffer(content, dtype=torch.uint8, offset=16)
pixels = pixels.reshape(-1, 1, 28, 28)[:20]
with torch.inference_mode():
    logits = model(pixels / 255)
answers = {
    "images": base64.b64encode(pixels.numpy().tobytes()).decode(),
    "logits": [[round(value, 5) for value in row] for row in logits.tolist()],
}
Path("answers.json").write_text(json.dumps(answers) + "\n", encoding="utf-8")
print(len(answers["logits"]), "images; the first is a", logits[0].argmax().item())
# --8<-- [end:answers]

# --8<-- [start:shipped]
shipped = EXAMPLES / "data/digits-onnx"
inputs = {"images": (pixels / 255).numpy()}
cpu = ["CPUExecutionProvider"]
for file in (Path("digits.onnx"), shipped / "digits.onnx"):
    (answer,) = onnxruntime.InferenceSession(file, providers=cpu).run(None, inputs)
    difference = (torch.from_numpy(answer) - logits).abs().max().item()
    assert difference < 1e-4, f"{file} answers otherwise: {difference}"
recorded = json.loads((shipped / "answers.json").read_text(encoding="utf-8"))
difference = (torch.tensor(recorded["logits"]) - logits).abs().max().item()
assert difference < 1e-4, f"answers.json is of another model: {difference}"
print("new file, shipped file and shipped answers agree within 1e-4")
# --8<-- [end:shipped]
