"""The time of a ticket in eager PyTorch, compiled and ONNX Runtime, two DistilBERTs."""

import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

import torch

FILES = [
    "projects/ticket-router-transformer/corpus.py",
    "projects/ticket-router-transformer/export.py",
]
PIECES = 32
KINDS = ("eager", "compiled", "ONNX Runtime")


def sizes(quick: bool) -> dict[str, dict]:
    small = {
        "vocab_size": 1500,
        "dim": 64,
        "n_layers": 2,
        "n_heads": 4,
        "hidden_dim": 128,
    }
    if quick:
        small = {
            "vocab_size": 50,
            "dim": 8,
            "n_layers": 1,
            "n_heads": 1,
            "hidden_dim": 8,
        }
    return {"small": small, "as large as distilbert-base": small if quick else {}}


def compare(config: dict, repeats: int, quick: bool) -> dict[str, list[float]]:
    """Milliseconds of each call; the three take turns, so a busy machine hits all."""
    import onnxruntime
    from transformers import AutoModelForSequenceClassification, DistilBertConfig

    torch.manual_seed(0)
    model = AutoModelForSequenceClassification.from_config(
        DistilBertConfig(**config | {"num_labels": 3})
    ).eval()
    ids = torch.randint(5, 50, (1, PIECES))
    batch = {"input_ids": ids, "attention_mask": torch.ones_like(ids)}
    compiled = torch.compile(model, backend="eager" if quick else "inductor")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "router.onnx"
        torch.onnx.export(
            model, tuple(batch.values()), path, input_names=list(batch),
            output_names=["logits"], external_data=False, verbose=False,
        )  # fmt: skip
        session = onnxruntime.InferenceSession(
            path, options, providers=["CPUExecutionProvider"]
        )
    feed = {name: tensor.numpy() for name, tensor in batch.items()}

    calls = {
        "eager": lambda: model(**batch).logits,
        "compiled": lambda: compiled(**batch).logits,
        "ONNX Runtime": lambda: torch.from_numpy(session.run(None, feed)[0]),
    }
    times: dict[str, list[float]] = {kind: [] for kind in KINDS}
    with torch.inference_mode():
        wanted = calls["eager"]()
        for kind in KINDS:
            torch.testing.assert_close(calls[kind](), wanted, atol=1e-3, rtol=1e-3)
        for _ in range(repeats + 5):
            for kind in KINDS:
                start = perf_counter()
                calls[kind]()
                times[kind].append((perf_counter() - start) * 1000)
    return {
        kind: [round(value, 4) for value in values[5:]]
        for kind, values in times.items()
    }


def measure(quick: bool = False) -> dict[str, list[float]]:
    """Every time of every kind, in milliseconds, and its ratio to eager."""
    torch.set_num_threads(1)
    rows = {}
    for size, config in sizes(quick).items():
        times = compare(config, 5 if quick else 200 if config else 60, quick)
        for kind in KINDS:
            rows[f"{size}, {kind} (ms)"] = times[kind]
        for kind in KINDS[1:]:
            ratios = [
                eager / other for eager, other in zip(times["eager"], times[kind])
            ]
            rows[f"{size}, eager / {kind}"] = [round(median(ratios), 3)]
    return rows


def table(rows: dict[str, list[float]]) -> list[str]:
    """Median and 95th percentile of each, and how many times faster than eager."""
    lines = [
        "| model | run in | p50, ms | p95, ms | eager is slower by |",
        "|---|---|--:|--:|--:|",
    ]
    for label, values in rows.items():
        if label.endswith(" (ms)"):
            size, _, kind = label.removesuffix(" (ms)").partition(", ")
            tail = sorted(values)[int(0.95 * len(values))]
            ratio = (
                ""
                if kind == "eager"
                else f"{rows[f'{size}, eager / {kind}'][0]:.1f} times"
            )
            lines.append(
                f"| {size} | {kind} | {median(values):.2f} | {tail:.2f} | {ratio} |"
            )
    return lines


if __name__ == "__main__":
    for label, values in measure().items():
        print(label, values)
