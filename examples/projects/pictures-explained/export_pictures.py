"""Export the classifier with its maps for a browser, and what it must answer there."""

# --8<-- [start:model]
import base64
import json
from pathlib import Path

import onnxruntime
import torch
from torch import nn
from torch.nn import functional as F

from emoji_network import EXAMPLES, SmallCNN, load, pictures


class WithMaps(nn.Module):
    """Pixels (N, 3, 32, 32) in; logits (N, 9) and maps (N, 9, 8, 8) of them out."""

    def __init__(self, model: SmallCNN) -> None:
        super().__init__()
        self.model = model

    def forward(self, pixels: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        head = self.model.head
        maps = F.conv2d(self.model.body(pixels), head.weight[:, :, None, None])
        return maps.mean((2, 3)) + head.bias, maps


model, classes, test = load()
pixels, _ = pictures(test[::19])
with torch.inference_mode():
    logits, maps = WithMaps(model)(pixels.float())
    assert torch.allclose(logits, model(pixels.float()), atol=1e-4)
print(tuple(logits.shape), tuple(maps.shape))
# --8<-- [end:model]

# --8<-- [start:export]
program = torch.onnx.export(
    WithMaps(model).eval(),
    (torch.zeros(2, 3, 32, 32),),
    input_names=["pixels"],
    output_names=["logits", "maps"],
    dynamic_shapes=({0: "batch"},),
    verbose=False,
)
for node in program.model.graph.all_nodes():
    node.metadata_props.clear()
program.save("pictures.onnx", external_data=False)
answers = {
    "classes": classes,
    "files": test[::19],
    "pixels": base64.b64encode(pixels.numpy().tobytes()).decode(),
    "logits": [[round(value, 5) for value in row] for row in logits.tolist()],
}
Path("answers.json").write_text(json.dumps(answers) + "\n", encoding="utf-8")
print(f"{Path('pictures.onnx').stat().st_size / 1e6:.1f} MB")
# --8<-- [end:export]

# --8<-- [start:shipped]
shipped = EXAMPLES / "data" / "pictures-onnx"
inputs = {"pixels": pixels.float().numpy()}
cpu = ["CPUExecutionProvider"]
for file in (Path("pictures.onnx"), shipped / "pictures.onnx"):
    session = onnxruntime.InferenceSession(file, providers=cpu)
    for want, got in zip((logits, maps), session.run(None, inputs)):
        difference = (torch.from_numpy(got) - want).abs().max().item()
        assert difference < 1e-3, f"{file} answers otherwise: {difference}"
recorded = json.loads((shipped / "answers.json").read_text(encoding="utf-8"))
difference = (torch.tensor(recorded["logits"]) - logits).abs().max().item()
assert difference < 1e-3, f"answers.json is of another model: {difference}"
print("new file, shipped file and shipped answers agree within 1e-3")
# --8<-- [end:shipped]
