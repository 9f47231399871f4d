"""Ask the exporter for the older opset."""

# --8<-- [start:fix]
import torch
from torch import nn

example = (torch.zeros(2, 3),)
program = torch.onnx.export(nn.GELU().eval(), example, opset_version=18, verbose=False)
file = program.model_proto
print(file.opset_import[0].version, [node.op_type for node in file.graph.node])
# --8<-- [end:fix]
