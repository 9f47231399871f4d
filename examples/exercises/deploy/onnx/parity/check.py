"""Check worst_difference: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import onnx
import onnxruntime
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import cases, expect, main


def flawed_session(layer: nn.Linear) -> onnxruntime.InferenceSession:
    """The layer as ONNX, with one weight that is a little off."""
    weight = layer.weight.detach().clone()
    weight[0, 0] += 0.01
    node = helper.make_node("Gemm", ["inputs", "weight", "bias"], ["outputs"], transB=1)
    inputs, outputs = (
        helper.make_tensor_value_info(name, TensorProto.FLOAT, ["batch", size])
        for name, size in (
            ("inputs", layer.in_features),
            ("outputs", layer.out_features),
        )
    )
    parameters = [
        numpy_helper.from_array(weight.numpy(), "weight"),
        numpy_helper.from_array(layer.bias.detach().numpy(), "bias"),
    ]
    graph = helper.make_graph([node], "layer", [inputs], [outputs], parameters)
    opset = helper.make_opsetid("", 20)
    model = helper.make_model(graph, opset_imports=[opset], ir_version=10)
    onnx.checker.check_model(model)
    return onnxruntime.InferenceSession(
        model.SerializeToString(), providers=["CPUExecutionProvider"]
    )


def check(module: ModuleType) -> None:
    for _ in cases(range(5)):
        layer = nn.Linear(random.randint(3, 6), random.randint(2, 4))
        session = flawed_session(layer)
        inputs = torch.rand(9, layer.in_features) + torch.arange(1.0, 10.0).unsqueeze(1)
        inputs[random.randint(3, 4), 0] = 30.0
        inputs[8, 0] = 50.0
        sizes = random.sample([1, 2, 6, 8], 4)
        (answer,) = session.run(None, {"inputs": inputs.numpy()})
        everywhere = (layer(inputs) - torch.from_numpy(answer)).abs().detach()
        difference = everywhere[: max(sizes)]
        got = module.worst_difference(
            nn.Sequential(layer, nn.Dropout(0.9)).train(), session, inputs, sizes
        )
        hint = "every size counts, and of all absolute differences the largest"
        if isinstance(got, float):
            if abs(got - difference.mean().item()) < 1e-4:
                hint = (
                    "this is the mean; one bad answer hides in it, so take the maximum"
                )
            elif abs(got - everywhere.max().item()) < 1e-4:
                hint = (
                    "that difference is in a row that no size asks for; "
                    "compare inputs[:size]"
                )
            elif got > 2 * difference.max().item():
                hint = "far too large; if dropout is on, call model.eval()"
        expect(
            f"worst_difference(model, session, inputs, {sizes})",
            got,
            difference.max().item(),
            hint,
            rtol=1e-3,
        )


if __name__ == "__main__":
    main(
        check,
        hints=(
            '`session.run(None, {"inputs": array})` returns a list of arrays; '
            "`torch.from_numpy` turns one into a tensor; `tensor.item()` gives a "
            "float."
        ),
        right=(
            "Five sessions, and the worst row of each was found. Next: return the size "
            "that contains it, too."
        ),
    )
