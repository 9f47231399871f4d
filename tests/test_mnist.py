"""The MNIST project: its download against servers on this machine, its reader, its data, its weights, its numbers."""

import gzip
import hashlib
import http.server
import json
import os
import re
import socket
import struct
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest
import torch
from harness import ROOT
from safetensors import safe_open

PROJECT = ROOT / "examples/projects/mnist"
SUBSET = ROOT / "examples/data/mnist-subset"
NAMES = [f"{part}-{kind}-ubyte.gz" for part in ("train", "t10k") for kind in ("images-idx3", "labels-idx1")]
FIRST = NAMES[0]


@pytest.fixture(autouse=True)
def servers_here(monkeypatch):
    """A proxy of this machine is not asked for them."""
    monkeypatch.setenv("no_proxy", "127.0.0.1")


@pytest.fixture
def download(project, monkeypatch):
    """download.py, with the checksums of the subset, which the servers here serve."""
    module = project("download")
    monkeypatch.setattr(module, "FILES", {name: checksum((SUBSET / name).read_bytes()) for name in NAMES})
    return module


def checksum(packed: bytes) -> str:
    return hashlib.sha256(gzip.decompress(packed)).hexdigest()


@contextmanager
def mirror(**replaced):
    """Serve the subset; replaced maps the stem of a file to (body, Content-Length)."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            name = Path(self.path).name
            body = (SUBSET / name).read_bytes()
            body, length = replaced.get("first" if name == FIRST else name, (body, len(body)))
            if body is None:
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("Content-Length", str(length))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format, *args): ...

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/mnist/"
        server.shutdown()
        thread.join()


@pytest.fixture
def nobody():
    """An address where nothing listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound and not listening: connections are refused
        yield f"http://127.0.0.1:{taken.getsockname()[1]}/mnist/"


def left(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def test_fetch(download, tmp_path):
    with mirror() as good:
        download.fetch(tmp_path, [good])
    assert left(tmp_path) == sorted(NAMES)
    assert all((tmp_path / name).read_bytes() == (SUBSET / name).read_bytes() for name in NAMES)
    download.fetch(tmp_path, ["http://never.asked.invalid/"])


def test_fetch_asks_only_for_what_is_missing(download, tmp_path):
    (tmp_path / FIRST).write_bytes(b"mine")
    with mirror() as good:
        download.fetch(tmp_path, [good])
    assert (tmp_path / FIRST).read_bytes() == b"mine" and left(tmp_path) == sorted(NAMES)


whole = (SUBSET / FIRST).read_bytes()
another = gzip.compress(struct.pack(">IIII", 2051, 1, 28, 28) + bytes(784), mtime=0)
labels = (SUBSET / "train-labels-idx1-ubyte.gz").read_bytes()
page = b"<!DOCTYPE html><title>Sign in to the network</title>"
FAULTS = {
    "connection lost": ((whole[:5000], len(whole)), f"sent 5,000 of {len(whole):,} bytes"),
    "truncated on the server": ((whole[:5000], 5000), "sent something else than a whole gzip file"),
    "a web page": ((page, len(page)), "sent something else than a whole gzip file"),
    "wrong checksum": ((another, len(another)), "sent a file with a wrong checksum"),
    "wrong magic number": ((labels, len(labels)), "sent a file with the magic number 2049 instead of 2051"),
    "not there": ((None, 0), "failed (Not Found)"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_fault(download, tmp_path, fault):
    """One mirror: one sentence, and nothing in the folder. A good second mirror: all is well."""
    served, words = FAULTS[fault]
    with mirror(first=served) as bad:
        with pytest.raises(OSError, match="Could not download") as caught:
            download.fetch(tmp_path, [bad])
        assert str(caught.value) == (
            f"Could not download {FIRST} to {tmp_path}: {bad} {words}; "
            "check the network, or copy the four files there yourself, or train with --subset."
        )
        assert left(tmp_path) == []
        with mirror() as good:
            download.fetch(tmp_path, [bad, good])
    assert left(tmp_path) == sorted(NAMES)


def test_dead_mirror_then_good(download, tmp_path, nobody):
    with mirror() as good:
        download.fetch(tmp_path, [nobody, good])
    assert left(tmp_path) == sorted(NAMES)


def test_second_file_fails(download, tmp_path):
    """What is whole stays; a second try goes on from there."""
    with mirror(**{NAMES[1]: (b"x", 1)}) as bad, pytest.raises(OSError, match=NAMES[1]):
        download.fetch(tmp_path, [bad])
    assert left(tmp_path) == [FIRST]


def test_disk_fails(download, tmp_path, monkeypatch):
    def full(path, content):
        raise OSError("No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with mirror() as good, pytest.raises(OSError, match="No space left"):
        download.fetch(tmp_path, [good])
    assert left(tmp_path) == []


def test_train_without_network(project, download, tmp_path, monkeypatch, nobody):
    """What `python train.py` says and leaves where no mirror can be reached."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(download, "MIRRORS", [nobody, nobody])
    with pytest.raises(SystemExit) as caught:
        project("train").main([])
    sentence = re.escape(nobody) + r" failed \(\[\w+ \d+\] [^()]+\)"
    start = f"Could not download {re.escape(FIRST)} to {re.escape(str(Path('data/mnist')))}: "
    assert re.fullmatch(rf"{start}{sentence}; {sentence}; check the network, [^.]+\.", str(caught.value.code))
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_train_from_the_command_line(tmp_path):
    """As a reader runs it: a folder without the files gives one line and exit status 1, no traceback."""
    line = [sys.executable, PROJECT / "train.py", "--data", tmp_path]
    done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"There is no file {tmp_path / FIRST}.\n"
    assert left(tmp_path) == []


def test_train_writes_weights_and_onnx(project, tmp_path, capsys):
    """The two files hold the same network; an accuracy that was required and missed gives one line and status 1."""
    import onnxruntime
    from safetensors.torch import load_file

    train, data = project("train"), project("data")
    with pytest.raises(SystemExit, match=r"The test accuracy is \d\d\.\d\d%; 97\.80% were required\."):
        train.main(f"--data {SUBSET} --epochs 1 --out {tmp_path / 'new'} --require-accuracy 0.978".split())
    assert left(tmp_path) == ["new", "new/mnist_mlp.onnx", "new/mnist_mlp.safetensors"]
    said = capsys.readouterr()
    assert said.out.startswith("235,146 parameters\n") and said.err.startswith("epoch  1/1")
    model = project("model").MLP().eval()
    model.load_state_dict(load_file(tmp_path / "new/mnist_mlp.safetensors"))
    session = onnxruntime.InferenceSession(tmp_path / "new/mnist_mlp.onnx", providers=["CPUExecutionProvider"])
    images = data.load(SUBSET, "t10k").tensors[0]
    for count in (1, 3):
        (logits,) = session.run(["logits"], {"images": images[:count].numpy()})
        with torch.inference_mode():
            torch.testing.assert_close(torch.from_numpy(logits), model(images[:count]), rtol=1e-4, atol=1e-5)


BROKEN = {
    "labels for images": (labels, "begins with 2049, not with the magic number 2051."),
    "truncated": (whole[:5000], "is damaged: delete it and download it again."),
    "flipped": (whole[:5000] + bytes(100) + whole[5100:], "is damaged"),
    "not gzip": (page, "is damaged: delete"),
    "empty": (b"", "begins with 0, not"),
    "header only in part": (gzip.compress(struct.pack(">II", 2051, 1)), "ends within its header"),
    "too short": (
        gzip.compress(struct.pack(">IIII", 2051, 2, 28, 28) + bytes(784)),
        "holds 784 bytes, but announces 1568.",
    ),
    "too long": (
        gzip.compress(struct.pack(">IIII", 2051, 1, 28, 28) + bytes(785)),
        "holds 785 bytes, but announces 784.",
    ),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_reader_refuses(project, tmp_path, fault):
    path = tmp_path / FIRST
    content, words = BROKEN[fault]
    path.write_bytes(content)
    with pytest.raises(ValueError, match=re.escape(words)) as caught:
        project("data").read_idx(path, 2051)
    assert str(caught.value).startswith(f"{path} ") and str(caught.value).endswith(".")


def test_reader_refuses_other_labels(project, tmp_path):
    for name in NAMES:
        other = name.replace("train-labels", "t10k-labels")
        (tmp_path / name).write_bytes((SUBSET / other).read_bytes())
    with pytest.raises(ValueError, match="holds 2000 train images, but 500 labels"):
        project("data").load(tmp_path, "train")


def test_subset_is_a_part_of_mnist(project):
    if not os.environ.get("MNIST_DIR"):
        pytest.skip("needs the original files in the folder that MNIST_DIR names")
    data, original = project("data"), Path(os.environ["MNIST_DIR"])
    for name in NAMES:
        magic = data.IMAGES if "images" in name else data.LABELS
        first, step = (15, 30) if name.startswith("train") else (10, 20)
        assert torch.equal(data.read_idx(SUBSET / name, magic), data.read_idx(original / name, magic)[first::step])
        assert project("download").FILES[name] == checksum((original / name).read_bytes())


def test_subset_is_small_and_says_whose_it_is():
    assert sum(path.stat().st_size for path in SUBSET.iterdir()) < 600_000
    notice = (SUBSET / "README.md").read_text(encoding="utf-8")
    assert all(words in notice for words in ("LeCun", "Cortes", "Burges", "ShareAlike 3.0", "subset"))


def test_weights(project):
    """Small, complete, and what their header says of them is enough to repeat the run."""
    path, model = PROJECT / "mnist_mlp.safetensors", project("model").MLP()
    assert path.stat().st_size < 1_000_000
    assert sum(parameter.numel() for parameter in model.parameters()) == 235_146
    with safe_open(path, framework="pt") as file:
        facts = file.metadata()
        assert sorted(file.keys()) == sorted(model.state_dict())
    assert re.match(r"2\.\d+\.\d", facts["torch"]) and (facts["epochs"], facts["seed"]) == ("10", "0")
    assert float(facts["test accuracy"]) >= 0.978
    for name in NAMES[:2]:
        assert facts[f"sha256 of unpacked {name}"] == project("download").FILES[name]


def test_measured_accuracy():
    record = json.loads((ROOT / "snippets/measurements/mnist.json").read_text(encoding="utf-8"))
    assert len(record["rows"]["accuracies"]) == 3
    assert all(accuracies[-1] >= 0.978 for accuracies in record["rows"]["accuracies"])


def test_measured_experiments():
    rows = json.loads((ROOT / "snippets/measurements/mnist-experiments.json").read_text(encoding="utf-8"))["rows"]
    tuned = rows["SGD with momentum, 0.05, cosine: after 10 epochs (%)"]
    clothes = rows["Adam, 0.001, on Fashion-MNIST: after 10 epochs (%)"]
    assert len(tuned) == len(clothes) == 3
    assert min(tuned) >= 98.4 and min(clothes) >= 87.5
