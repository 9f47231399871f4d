"""Export the GPT with its cache for a browser, and write what it must say there."""

# --8<-- [start:load]
import json
from pathlib import Path

import torch
from safetensors import safe_open
from safetensors.torch import load_file
from torch import nn

from gpt import GPT
from pieces import Pieces

DATA = Path(__file__).resolve().parents[2] / "data"
SIZES = ("size", "context", "width", "heads", "blocks", "dropout", "rotary")
weights = DATA / "jargon-gpt/jargon-gpt.safetensors"
with safe_open(weights, framework="pt") as opened:
    about = json.loads(opened.metadata()["about"])
model = GPT(*(about["options"][name] for name in SIZES)).eval()
model.load_state_dict(load_file(weights))
pieces = Pieces(about["characters"], about["merges"])
# --8<-- [end:load]


# --8<-- [start:model]
class WithCache(nn.Module):
    """Tokens and the cache in; the last logits and the longer cache out."""

    def __init__(self, model: GPT) -> None:
        super().__init__()
        self.model = model

    def forward(
        self, tokens: torch.Tensor, keys: torch.Tensor, values: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        cache = [*zip(keys, values)]
        logits = self.model(tokens, cache)[:, -1]
        longer_keys, longer_values = zip(*cache)
        return logits, torch.stack(longer_keys), torch.stack(longer_values)


step = WithCache(model).eval()
heads, width = about["options"]["heads"], about["options"]["width"]
empty = torch.zeros(about["options"]["blocks"], 1, heads, 0, width // heads)
tokens = pieces.encode("\n\nfrobnicator\nn.\nA program that")[None]
with torch.inference_mode():
    logits, keys, values = step(tokens, empty, empty)
    again, *_ = step(tokens[:, -1:], keys[..., :-1, :], values[..., :-1, :])
    assert torch.allclose(logits, model(tokens)[:, -1], atol=1e-4)
    assert torch.allclose(logits, again, atol=1e-4)
print(tuple(tokens.shape), tuple(logits.shape), tuple(keys.shape))
# --8<-- [end:model]

# --8<-- [start:export]
past = torch.zeros(*empty.shape[:3], 5, empty.shape[-1])
program = torch.onnx.export(
    step,
    (tokens, past, past.clone()),
    input_names=["tokens", "keys", "values"],
    output_names=["logits", "longer_keys", "longer_values"],
    dynamic_shapes=({1: "length"}, {3: "past"}, {3: "past"}),
    verbose=False,
)
for node in program.model.graph.all_nodes():
    node.metadata_props.clear()
# --8<-- [end:export]

# --8<-- [start:half]
import onnx
from onnx import TensorProto, helper, numpy_helper

exported = program.model_proto
in_32_bits = exported.ByteSize()
casts = []
for tensor in exported.graph.initializer:
    name, numbers = tensor.name, numpy_helper.to_array(tensor)
    if numbers.dtype != "float32" or numbers.size == 1:
        continue
    half = numpy_helper.from_array(numbers.astype("float16"), f"{name}.half")
    if (numpy_helper.to_array(half) == numbers).all():
        tensor.CopyFrom(half)
        cast = helper.make_node("Cast", [half.name], [name], to=TensorProto.FLOAT)
        casts.append(cast)
operations = [*casts, *exported.graph.node]
del exported.graph.node[:]
exported.graph.node.extend(operations)
onnx.save(exported, "jargon-gpt.onnx")
in_16_bits = Path("jargon-gpt.onnx").stat().st_size
print(f"{in_32_bits / 1e6:.1f} MB, then {in_16_bits / 1e6:.1f} MB")
# --8<-- [end:half]

# --8<-- [start:greedy]
from collections.abc import Callable

Step = Callable[..., tuple[torch.Tensor, torch.Tensor, torch.Tensor]]
PROMPTS = (
    "\n\nfrobnicator\nn.\nA program that",
    "\n\nsegfault\nn.,vi.\nShort for",
    "\n\nnetwork daemon\nn.\nThe part of",
)


@torch.inference_mode()
def greedy(step: Step, tokens: torch.Tensor, count: int) -> tuple[list[int], float]:
    """Return the likeliest pieces, and how little one was ahead of the next."""
    keys = values = empty
    new = kept = tokens[-model.context // 2 :]
    chosen, ahead = [], float("inf")
    for _ in range(count):
        logits, keys, values = step(new[None], keys, values)
        first, second = logits[0].topk(2).values.tolist()
        ahead = min(ahead, first - second)
        new = logits[0].argmax(dim=0, keepdim=True)
        chosen.append(int(new))
        kept = torch.cat((kept, new))
        if len(kept) > model.context:
            new = kept = kept[-model.context // 2 :]
            keys = values = empty
    return chosen, ahead


told = [greedy(step, pieces.encode(prompt), 150) for prompt in PROMPTS]
said = pieces.decode(torch.tensor(told[0][0]))
print(said[: said.index("\n\n")].strip())
print(f"ahead by at least {min(ahead for _, ahead in told):.3f}")
# --8<-- [end:greedy]

# --8<-- [start:answers]
answers = {
    "characters": about["characters"],
    "merges": about["merges"],
    "context": model.context,
    "empty": [*empty.shape],
    "prompts": [*PROMPTS],
    "greedy": [chosen for chosen, _ in told],
}
Path("answers.json").write_text(json.dumps(answers) + "\n", encoding="utf-8")
# --8<-- [end:answers]

# --8<-- [start:shipped]
import onnxruntime


def runs(file: Path) -> Step:
    session = onnxruntime.InferenceSession(file, providers=["CPUExecutionProvider"])
    names = [each.name for each in session.get_inputs()]

    def step(*inputs: torch.Tensor) -> tuple[torch.Tensor, ...]:
        feed = {name: some.numpy() for name, some in zip(names, inputs)}
        return tuple(torch.from_numpy(some) for some in session.run(None, feed))

    return step


shipped = DATA / "jargon-gpt-onnx"
recorded = json.loads((shipped / "answers.json").read_text(encoding="utf-8"))
assert recorded == answers, "answers.json is of another model"
for file in (Path("jargon-gpt.onnx"), shipped / "jargon-gpt.onnx"):
    for (chosen, _), prompt in zip(told, PROMPTS):
        assert greedy(runs(file), pieces.encode(prompt), 150)[0] == chosen, file
print("new file and shipped file say the same, piece by piece")
# --8<-- [end:shipped]

# --8<-- [start:twice]
from torch.export import Dim, export

torch.manual_seed(0)
small = WithCache(GPT(size=8, width=8, heads=2, blocks=1)).eval()
some, past = torch.tensor([[1, 2, 3]]), torch.zeros(1, 1, 2, 5, 4)
sizes = ({1: Dim.DYNAMIC}, {3: Dim.DYNAMIC}, {3: Dim.DYNAMIC})


@torch.inference_mode()
def far(run: Step, keys: torch.Tensor, values: torch.Tensor) -> str:
    want, got = small(some, keys, values)[0], run(some, keys, values)[0]
    return f"logits off by at most {(want - got).abs().max():.2f}"


nothing, keys, values = past[..., :0, :], torch.ones_like(past), past
twice = export(small, (some, past, past), dynamic_shapes=sizes).module()
print("empty cache:", far(twice, nothing, nothing))
print("full cache: ", far(twice, keys, values))
# --8<-- [end:twice]

# --8<-- [start:repair-twice]
apart = export(small, (some, past, past.clone()), dynamic_shapes=sizes).module()
print("full cache: ", far(apart, keys, values))
# --8<-- [end:repair-twice]
