"""Run the scripts of examples/measure/ and write snippets/measurements/: `python tests/measure.py [NAME...]`."""

from __future__ import annotations

import datetime
import hashlib
import importlib.util
import json
import multiprocessing
import os
import platform
import re
import statistics
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import processors

from handbook import Script
from handbook.scripts import content

ROOT = Path(__file__).resolve().parents[1]
NAMES = sorted(path.stem for path in (ROOT / "examples/measure").glob("*.py"))


def record_of(name: str) -> Path:
    return ROOT / f"snippets/measurements/{name}.json"


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name.replace("-", "_"), ROOT / f"examples/measure/{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def digest(name: str, module: ModuleType) -> str:
    """Changes with the code of the script and of the FILES that it names, and with the data and weights of them all."""
    total, files = hashlib.sha256(), set()
    for file in [f"measure/{name}.py", *getattr(module, "FILES", [])]:
        path = ROOT / "examples" / file
        files |= {*Script(ROOT, file.removesuffix(".py")).inputs} if path.suffix == ".py" else {path}
    for path in sorted(files):
        total.update(path.relative_to(ROOT).as_posix().encode() + content(path))
    return total.hexdigest()[:16]


def seal(record: dict) -> str:
    """Of all that a record says: one that was edited by hand no longer has it."""
    said = {key: value for key, value in record.items() if key != "seal"}
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:16]


def device_of(module: ModuleType) -> str:
    """The device that the script measures: its DEVICE, or else the CPU."""
    return getattr(module, "DEVICE", "cpu")


def quantity(label: str) -> str:
    """What a row measures, with its unit: what follows the last colon, or else the unit."""
    return re.split(r": | \(", label, maxsplit=1)[-1]


def places(values: list[float]) -> int:
    """The decimals of numbers that stand below each other: as many as the one nearest to 0 needs."""
    least = min(map(abs, values))
    return 3 if least < 0.1 else 2 if least < 10 else 1


def plain_table(rows: dict[str, list[float]]) -> list[str]:
    """Median and range of each row. Numbers of one quantity have the same decimals; thousands have none."""
    medians = {label: statistics.median(values) for label, values in rows.items()}
    lines = ["| | median | from | to |", "|---|--:|--:|--:|"]
    for label, values in rows.items():
        alike = [medians[other] for other in rows if quantity(other) == quantity(label)]
        numbers = (medians[label], min(values), max(values))
        cells = (f"{number:,.{places(alike) if abs(number) < 1000 else 0}f}" for number in numbers)
        lines.append(f"| {label} | {' | '.join(cells)} |")
    return lines


def table(module: ModuleType, record: dict) -> list[str]:
    """What the page shows: the script's own table, or one line a label, and where the numbers are from."""
    lines = getattr(module, "table", plain_table)(record["rows"])
    threads = f"{record['threads']} thread" + "s" * (record["threads"] > 1)
    origin = f"Measured {record['date']} with torch {record['torch']} on {record['machine']}, {threads}:"
    return [*lines, "", f"{origin} `make measure NAMES={record['name']}` does it again."]


def run(name: str, asked: bool) -> None:
    """Measure in a process of its own, and write the record with its table."""
    import torch

    module, model = load(name), processors.cpuinfo("model name") or f"{platform.system()} {platform.machine()}"
    device = device_of(module)
    if device != "cpu" and not torch.cuda.is_available():
        told = f"{name} is measured on {device}, which this machine does not have"
        return sys.exit(told) if asked else print(f"{told}: left out", flush=True)
    about = {
        "name": name,
        "digest": digest(name, module),
        "torch": torch.__version__,
        "threads": torch.get_num_threads(),
    }
    about |= {"python": platform.python_version(), "machine": model, "date": datetime.date.today().isoformat()}
    if device != "cpu":
        about |= {"machine": f"{torch.cuda.get_device_name()}, {model}", "device": device}
    record = about | {"rows": module.measure()}
    record |= {"table": table(module, record)}
    record |= {"seal": seal(record)}
    target = record_of(name)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n")
    print(f"{target.relative_to(ROOT)} written", flush=True)


def main(names: list[str]) -> None:
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # before torch: wall time stays near CPU time on a busy machine
    if unknown := sorted({*names} - {*NAMES}):
        sys.exit(f"There is no {', '.join(unknown)} in examples/measure/; there are {', '.join(NAMES)}.")
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(max_workers=1, mp_context=fresh, max_tasks_per_child=1) as pool:
        for name in names or NAMES:
            pool.submit(run, name, asked=bool(names)).result()


if __name__ == "__main__":
    main(sys.argv[1:])
