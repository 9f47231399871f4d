"""Convert an ONNX file to an opset that does not have its operation."""
# handbook: raises=RuntimeError

# --8<-- [start:error]
import torch
from onnx.version_converter import convert_version
from torch import nn

example = (torch.zeros(2, 3),)
file = torch.onnx.export(nn.GELU().eval(), example, verbose=False).model_proto
print(file.opset_import[0].version, [node.op_type for node in file.graph.node])
try:
    convert_version(file, 18)
except RuntimeError as error:
    raise RuntimeError(str(error).split(": ")[-1]) from None
# --8<-- [end:error]
