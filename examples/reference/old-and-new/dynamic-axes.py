"""The old and the new way to say which sizes of an ONNX model may vary."""

# --8<-- [start:export]
import warnings

import onnx
import torch
from torch import nn

model, example = nn.Linear(4, 3).eval(), (torch.ones(2, 4),)
options = {"input_names": ["rows"], "verbose": False}
ways = {
    "dynamic_axes": {"dynamic_axes": {"rows": {0: "batch"}}},
    "dynamic_shapes": {"dynamic_shapes": ({0: "batch"},)},
}
for name, way in ways.items():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        torch.onnx.export(model, example, "model.onnx", **options, **way)
    sizes = onnx.load("model.onnx").graph.input[0].type.tensor_type.shape.dim
    print(name, [size.dim_param or size.dim_value for size in sizes])
    for warning in caught:
        message = str(warning.message).split(", and may")[0].split(" This function")[0]
        print(f"  {warning.category.__name__}: {message}")
# --8<-- [end:export]
