"""Export the router to ONNX, run it in ONNX Runtime, prove that it answers the same."""

# --8<-- [start:model]
import sys

import torch

from corpus import load
from train_transformer import build_pretrained, build_small

texts, labels, parts = load()
if len(sys.argv) > 1:
    tokenizer, model = build_pretrained(sys.argv[1], seed=0)
else:
    tokenizer, model = build_small(
        [texts[index] for index in parts["training"]], seed=0
    )
model.eval()
tokenizer.model_input_names = ["input_ids", "attention_mask"]
# --8<-- [end:model]

# --8<-- [start:export]
example = tokenizer(texts[:2], padding=True, truncation=True, return_tensors="pt")
names = {0: "batch", 1: "length"}
same = {0: "batch", 1: torch.export.Dim.DYNAMIC}
torch.onnx.export(
    model,
    (example["input_ids"], example["attention_mask"]),
    "router.onnx",
    input_names=["input_ids", "attention_mask"],
    output_names=["logits"],
    dynamic_shapes=(names, same),
    external_data=False,
    verbose=False,
)
# --8<-- [end:export]

# --8<-- [start:session]
import onnxruntime

session = onnxruntime.InferenceSession(
    "router.onnx", providers=["CPUExecutionProvider"]
)
for value in (*session.get_inputs(), *session.get_outputs()):
    print(value.name, value.shape, value.type)
# --8<-- [end:session]

# --8<-- [start:parity]
import numpy as np

test = [texts[index] for index in parts["test"]]
for count in (1, 2, 7, 71):
    batch = tokenizer(test[:count], padding=True, truncation=True, return_tensors="pt")
    with torch.inference_mode():
        expected = model(**batch).logits.numpy()
    (answer,) = session.run(
        ["logits"], {name: tensor.numpy() for name, tensor in batch.items()}
    )
    difference = np.abs(answer - expected).max()
    same = (answer.argmax(axis=1) == expected.argmax(axis=1)).sum()
    print(f"{count:2} tickets: {same:2} teams the same, logits to {difference:.4f}")
# --8<-- [end:parity]

# --8<-- [start:missing]
batch = tokenizer(test[:2], padding=True, truncation=True, return_tensors="np")
try:
    session.run(None, {"input_ids": batch["input_ids"]})
except ValueError as error:
    print(error)
# --8<-- [end:missing]

# --8<-- [start:machine-latency]
from time import perf_counter

torch.set_num_threads(1)
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1
single = onnxruntime.InferenceSession(
    "router.onnx", options, providers=["CPUExecutionProvider"]
)
times: dict[str, list[float]] = {"eager": [], "ONNX Runtime": []}
with torch.inference_mode():
    for text in test * 2:
        start = perf_counter()
        model(**tokenizer(text, truncation=True, return_tensors="pt"))
        between = perf_counter()
        single.run(None, dict(tokenizer([text], truncation=True, return_tensors="np")))
        times["eager"].append((between - start) * 1000)
        times["ONNX Runtime"].append((perf_counter() - between) * 1000)
for name, values in times.items():
    p50, p95 = np.percentile(values, (50, 95))
    print(f"{name}, p50, ms: {p50:.2f}")
    print(f"{name}, p95, ms: {p95:.2f}")
# --8<-- [end:machine-latency]
