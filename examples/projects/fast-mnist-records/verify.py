"""Verify an entry of the table of records, and print its row."""
# handbook: args="--subset --seeds 1"

# --8<-- [start:run]
import argparse
import datetime
import gzip
import hashlib
import json
import os
import platform
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path
from statistics import median

import torch
from safetensors.torch import save_file
from torch import Tensor, nn

from records import ENTRIES, RECORDS, accuracy, code_of, digest, seal, speed

sys.path.append(str(ENTRIES.parent / "mnist"))

from data import SUBSET, load
from download import FILES

YARDSTICK = f"{ENTRIES / 'steps.py'}:one_epoch"


def run(
    entry: str, seed: int, images: Tensor, labels: Tensor
) -> tuple[float, nn.Module]:
    """Train in a fresh process that is given these images alone: CPU seconds, model."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pixels = (images.squeeze(1) * 255).round().to(torch.uint8)
        given = {"images": pixels, "labels": labels.to(torch.uint8)}
        save_file(given, folder / "training.safetensors")
        kept = {k: v for k, v in os.environ.items() if k != "MNIST_DIR"}
        done = subprocess.run(
            [sys.executable, str(ENTRIES / "trainer.py"), entry, str(seed)],
            cwd=folder,
            env={"OMP_NUM_THREADS": "1"} | kept,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        if done.returncode:
            raise ValueError((done.stderr.strip() or "no word").splitlines()[-1])
        seconds = json.loads((folder / "seconds.json").read_text(encoding="utf-8"))
        return seconds, torch.export.load(folder / "model.pt2").module()


@torch.inference_mode()
def right(model: nn.Module, images: Tensor, labels: Tensor) -> int:
    """Count the images whose largest logit is their label's."""
    answers = torch.cat([model(part).argmax(dim=1) for part in images.split(1000)])
    return int((answers == labels).sum())


# --8<-- [end:run]


# --8<-- [start:verify]
Images = tuple[Tensor, ...]


def verify(entry: str, train: Images, test: Images, seeds: int) -> dict:
    """Return the entry's row: after each run of it, an epoch of the guides' loop."""
    file, _, function = entry.rpartition(":")
    path = Path(file).resolve()
    code = code_of(path, function)
    inside = path.is_relative_to(ENTRIES)
    name = path.relative_to(ENTRIES).as_posix() if inside else file
    row = {
        "entry": f"{name}:{function}",
        "code": digest("\n".join(code)),
        "lines": len(code),
        "torch": torch.__version__,
        "machine": platform.machine(),
        "date": datetime.date.today().isoformat(),
        "of": len(test[1]),
        "right": [],
        "cpu_s": [],
        "epoch_s": [],
    }
    for seed in range(seeds):
        try:
            seconds, model = run(f"{path}:{function}", seed, *train)
            row["right"].append(right(model, *test))
        except (ValueError, AssertionError) as error:
            raise ValueError(f"{entry} failed with seed {seed}: {error}.") from None
        row["cpu_s"].append(round(seconds, 2))
        row["epoch_s"].append(round(run(YARDSTICK, seed, *train)[0], 2))
    return row | {"seal": seal(row)}


# --8<-- [end:verify]


# --8<-- [start:main]
def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "entry",
        nargs="?",
        default=f"{ENTRIES / 'steps.py'}:fast",
        metavar="FILE:FUNCTION",
    )
    parser.add_argument("--data", type=Path, default=os.environ.get("MNIST_DIR"))
    parser.add_argument("--subset", action="store_true", help="2,500 images, a trial")
    parser.add_argument("--seeds", type=int, default=3, help="default: 3")
    parser.add_argument(
        "--held-out", action="store_true", help="judge by the last training images"
    )
    parser.add_argument("--add", action="store_true", help="add the row to the table")
    return parser.parse_args()


def original(folder: Path) -> None:
    """Raise ValueError unless the four files are those that were published."""
    for name, known in FILES.items():
        try:
            content = gzip.decompress((folder / name).read_bytes())
        except (OSError, EOFError, zlib.error):
            raise ValueError(f"There is no whole file {folder / name}.") from None
        if hashlib.sha256(content).hexdigest() != known:
            raise ValueError(f"{folder / name} is not the file that was published.")


def add(row: dict) -> None:
    """Put the row into the table, in the place of an older one; whole or not at all."""
    rows = json.loads(RECORDS.read_text(encoding="utf-8"))
    rows = [other for other in rows if other["entry"] != row["entry"]]
    part = RECORDS.with_suffix(".part")
    part.write_text(json.dumps([*rows, row], indent=1) + "\n", encoding="utf-8")
    part.replace(RECORDS)


def main() -> None:
    asked = parsed()
    file, _, function = asked.entry.rpartition(":")
    try:
        if not file:
            raise ValueError(f"Give FILE:FUNCTION, not {asked.entry}.")
        if not Path(file).is_file():
            raise ValueError(f"There is no file {file}.")
        if not code_of(Path(file), function):
            raise ValueError(f"{file} has no function {function}.")
        if asked.seeds < 1:
            raise ValueError("--seeds must be at least 1.")
        if not asked.subset:
            if not asked.data:
                raise ValueError("Say where the four files are: --data DIR.")
            original(asked.data)
        if asked.add and (asked.subset or asked.held_out or asked.seeds != 3):
            raise ValueError("A row of the table is of all images and three seeds.")
        if asked.add and not Path(file).resolve().is_relative_to(ENTRIES):
            raise ValueError(f"Put {file} into {ENTRIES.name} before you add its row.")
        folder = SUBSET if asked.subset else asked.data
        train = load(folder, "train").tensors
        if asked.held_out:
            count = 5 * len(train[1]) // 6
            test = tuple(part[count:] for part in train)
            train = tuple(part[:count] for part in train)
        else:
            test = load(folder, "t10k").tensors
        row = verify(asked.entry, train, test, asked.seeds)
        if asked.add:
            add(row)
    except SyntaxError as error:
        sys.exit(f"{file} is no Python: {error.msg}.")
    except (OSError, ValueError) as error:
        sys.exit(str(error))
    print(f"entry: {row['entry']}, {row['lines']} lines")
    print(f"accuracy: {100 * accuracy(row):.2f} %")
    print(f"CPU time: {median(row['cpu_s']):.1f} s")
    print(f"times as fast as the guides' loop: {speed(row):.1f}")


# --8<-- [end:main]

# --8<-- [start:machine-run]
if __name__ == "__main__":
    main()
# --8<-- [end:machine-run]
