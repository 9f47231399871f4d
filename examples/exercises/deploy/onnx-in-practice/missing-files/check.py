"""Check missing_files: python check.py [FILE]."""

import random
import sys
import tempfile
from pathlib import Path
from types import ModuleType

import numpy as np
from onnx import TensorProto, helper, numpy_helper, save_model
from onnx.checker import ValidationError

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, main


def write(path: Path, places: list[str | None]) -> None:
    """An ONNX file of tensors whose data lie at these places or, for None, inside."""
    weights = []
    for number, place in enumerate(places):
        values = np.full(3, number, dtype=np.float32)
        tensor = numpy_helper.from_array(values, f"w{number}")
        if place:
            target = path.parent / place
            start = target.stat().st_size if target.exists() else 0
            with target.open("ab") as file:
                file.write(tensor.raw_data)
            tensor.ClearField("raw_data")
            tensor.data_location = TensorProto.EXTERNAL
            for key, value in (("location", place), ("offset", start), ("length", 12)):
                entry = tensor.external_data.add()
                entry.key, entry.value = key, str(value)
        weights.append(tensor)
    node = helper.make_node("Sum", [weight.name for weight in weights], ["total"])
    outputs = [helper.make_tensor_value_info("total", TensorProto.FLOAT, [3])]
    graph = helper.make_graph([node], "sum", [], outputs, weights)
    opset = helper.make_opsetid("", 20)
    model = helper.make_model(graph, opset_imports=[opset], ir_version=10)
    save_model(model, path)


def hint_for(path: Path, locations: list[str], want: list[str], got: object) -> str:
    if isinstance(got, list):
        if sorted(set(got)) == want:
            return "each location once, sorted"
        if sorted(set(got)) == sorted(set(locations)):
            return (
                "these are all the locations; "
                "leave out those that are there, beside the ONNX file"
            )
        if set(got) <= {f"{path.name}.data"}:
            return (
                "a location can have any name, and there may be none; "
                "read it from the tensors of the graph"
            )
    return (
        "every initializer with external_data needs the file at its location, "
        "relative to the ONNX file"
    )


def check(module: ModuleType) -> None:
    names = ["encoder.bin", "layers.data", "net.onnx.data", "z.weights"]
    for case in cases(range(10)):
        with tempfile.TemporaryDirectory() as temporary:
            path = Path(temporary) / "net.onnx"
            used = [[], names[:2], names[:1], ["net.onnx.data"]]
            used = used[case] if case < 4 else random.sample(names, 3)
            places = [*used, *used, None] if used else [None, None]
            random.shuffle(places)
            write(path, places)
            if case == 1:
                gone = used[:1]
            elif case in (2, 3):
                gone = used
            else:
                gone = random.sample(used, random.randint(0, len(used)))
            for name in gone:
                (path.parent / name).unlink()
            call = (
                f"missing_files(net.onnx), which needs {sorted(used)}, "
                f"and {sorted(gone)} are gone"
            )
            try:
                got = module.missing_files(path)
            except (FileNotFoundError, ValidationError) as error:
                hint = (
                    "onnx.load looks for the data as well, "
                    "unless you say load_external_data=False"
                )
                raise Wrong(
                    f"{call}\nraises {type(error).__name__}", hint=hint
                ) from None
            expect(call, got, sorted(gone), hint_for(path, used, sorted(gone), got))


if __name__ == "__main__":
    main(
        check,
        hints=(
            "Import onnx; `onnx.load(path, load_external_data=False)` reads the graph "
            "alone. Each tensor in `graph.initializer` has `external_data`, a list of "
            "entries with key and value; it is empty if the tensor is in the file "
            "itself."
        ),
    )
