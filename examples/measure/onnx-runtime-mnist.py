"""Latency of the MNIST network in eager PyTorch and in ONNX Runtime, as int8 too."""

import gzip
import logging
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np
import onnxruntime
import safetensors.torch
import torch
from onnxruntime.quantization import quantize_dynamic
from onnxruntime.quantization.shape_inference import quant_pre_process
from torch import nn

EXAMPLES = Path(__file__).resolve().parents[1]
BATCHES = (1, 8, 64, 500)
FILES_MADE = ("float32", "int8", "int8 per channel")


class MLP(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc1, self.fc2, self.fc3 = (
            nn.Linear(784, 256),
            nn.Linear(256, 128),
            nn.Linear(128, 10),
        )

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        return self.fc3(self.fc2(self.fc1(images.flatten(1)).relu()).relu())


def read(name: str, offset: int) -> np.ndarray:
    packed = (EXAMPLES / f"data/mnist-subset/{name}.gz").read_bytes()
    return np.frombuffer(gzip.decompress(packed), dtype=np.uint8, offset=offset)


def sessions(
    model: nn.Module, images: torch.Tensor, folder: Path
) -> tuple[dict, dict[str, float]]:
    """A session for each of float32, int8 and int8 per channel, and its file's kB."""
    plain, prepared = str(folder / "float32.onnx"), str(folder / "prepared.onnx")
    torch.onnx.export(
        model,
        (images[:2],),
        plain,
        input_names=["images"],
        dynamic_shapes=({0: "batch"},),
        external_data=False,
        verbose=False,
    )
    logging.disable(logging.WARNING)
    quant_pre_process(plain, prepared)
    quantize_dynamic(prepared, str(folder / "int8.onnx"))
    quantize_dynamic(prepared, str(folder / "int8 per channel.onnx"), per_channel=True)
    logging.disable(logging.NOTSET)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    paths = {name: folder / f"{name}.onnx" for name in FILES_MADE}
    made = {
        name: onnxruntime.InferenceSession(
            str(path), options, providers=["CPUExecutionProvider"]
        )
        for name, path in paths.items()
    }
    return made, {name: path.stat().st_size / 1000 for name, path in paths.items()}


def in_turn(ways: dict[str, Callable], calls: int) -> dict[str, list[float]]:
    """Milliseconds of each call; the ways take turns, so a busy machine hits all."""
    times: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(calls):
        for way, function in ways.items():
            start = perf_counter()
            function()
            times[way].append((perf_counter() - start) * 1000)
    return times


def ways_to_answer(
    model: nn.Module, made: dict, batch: torch.Tensor
) -> dict[str, Callable]:
    feed = {"images": batch.numpy()}
    return {
        "eager": lambda: model(batch),
        "float32": lambda: made["float32"].run(None, feed),
        "int8": lambda: made["int8"].run(None, feed),
    }


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Each row's label (unit in parentheses at the end), and its repeated values."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    model = MLP().eval()
    model.load_state_dict(
        safetensors.torch.load_file(EXAMPLES / "projects/mnist/mnist_mlp.safetensors")
    )
    images = torch.from_numpy(
        read("t10k-images-idx3-ubyte", 16).reshape(-1, 1, 28, 28).astype(np.float32)
        / 255
    )
    labels = read("t10k-labels-idx1-ubyte", 8)
    rows: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder, torch.inference_mode():
        made, sizes = sessions(model, images, Path(folder))
        expected = model(images).numpy().argmax(axis=1)
        for name, session in made.items():
            digits = session.run(None, {"images": images.numpy()})[0].argmax(axis=1)
            rows[f"{name}: file (kB)"] = [sizes[name]]
            rows[f"{name}: right of 500 images"] = [float((digits == labels).sum())]
            rows[f"{name}: digits other than PyTorch's, of 500"] = [
                float((digits != expected).sum())
            ]
        for size in BATCHES:
            ways = ways_to_answer(model, made, images[:size])
            in_turn(ways, 3)
            turns = [
                in_turn(ways, 3 if quick else max(15, 600 // size))
                for _ in range(2 if quick else 9)
            ]
            for way in ways:
                rows[f"batch {size}: {way} (ms)"] = [
                    median(times[way]) for times in turns
                ]
            for way in ("float32", "int8"):
                rows[f"batch {size}: eager / {way} (ratio)"] = [
                    median(a / b for a, b in zip(times["eager"], times[way]))
                    for times in turns
                ]
    torch.set_num_threads(threads)
    return rows


def table(rows: dict[str, list[float]]) -> list[str]:
    lines = [
        "| file | kB | right of 500 | digits other than PyTorch's |",
        "|---|--:|--:|--:|",
    ]
    for name in FILES_MADE:
        labels = (
            "file (kB)",
            "right of 500 images",
            "digits other than PyTorch's, of 500",
        )
        lines.append(
            f"| {name} | "
            + " | ".join(f"{rows[f'{name}: {label}'][0]:.0f}" for label in labels)
            + " |"
        )
    lines += [
        "",
        (
            "| batch | eager, ms | float32, ms | int8, ms "
            "| eager / float32 | eager / int8 |"
        ),
    ]
    lines += ["|--:|--:|--:|--:|--:|--:|"]
    for size in BATCHES:
        cells = [
            f"{median(rows[f'batch {size}: {way} (ms)']):.2g}"
            for way in ("eager", "float32", "int8")
        ]
        for way in ("float32", "int8"):
            ratios = rows[f"batch {size}: eager / {way} (ratio)"]
            cells.append(
                f"{median(ratios):.1f} ({min(ratios):.1f} to {max(ratios):.1f})"
            )
        lines.append(f"| {size} | " + " | ".join(cells) + " |")
    return lines


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
