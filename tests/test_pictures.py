"""The project on pictures: any folder, bad input in one sentence, a killed run that goes on, what ships."""

import base64
import csv
import json
import re
import shutil
import struct
import subprocess
import sys
import time
import zlib

import numpy as np
import pytest
import torch
from harness import ROOT
from PIL import Image, PngImagePlugin

PROJECT = ROOT / "examples/projects/pictures"
PROJECTS = [PROJECT, ROOT / "examples/data/folders"]
DATA = ROOT / "examples/data"
GROUPS = ("animals-nature", "flags", "people-body")


@pytest.fixture
def folder(project, tmp_path):
    """Twelve pictures in each of three folders, without a table."""
    whole = project("emoji_sheet").unpack(tmp_path / "whole")
    for group in GROUPS:
        (tmp_path / "mine" / group).mkdir(parents=True)
        for file in sorted((whole / group).iterdir())[::8][:12]:
            shutil.copy(file, tmp_path / "mine" / group)
    return tmp_path / "mine"


@pytest.fixture
def train(project, monkeypatch, tmp_path):
    """Run train_pictures.py; return the sentence with which it ends, or None."""
    monkeypatch.chdir(tmp_path)

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["train_pictures.py", *map(str, words)])
        try:
            project("train_pictures").main()
        except SystemExit as done:
            return done.code
        return None

    return run


def test_killed_run_goes_on(train, folder, tmp_path):
    """Killed in the middle and resumed, it writes the same file as a run that nobody stopped, byte for byte."""
    words = [folder, "--epochs", "30", "--out"]
    assert train(*words, "whole-run") is None
    line = [sys.executable, PROJECT / "train_pictures.py", *words, "killed"]
    checkpoint = tmp_path / "killed/checkpoint.pt"
    with subprocess.Popen(line, cwd=tmp_path, stderr=subprocess.DEVNULL) as process:
        limit = time.monotonic() + 110
        while not checkpoint.is_file() and process.poll() is None and time.monotonic() < limit:
            time.sleep(0.01)
        process.kill()
    assert checkpoint.is_file() and not (tmp_path / "killed/classifier.safetensors").exists()
    assert train(*words, "killed") == (
        f"{checkpoint.relative_to(tmp_path)} is of a run that was stopped: go on with --resume, or delete it."
    )
    told = f"{checkpoint.relative_to(tmp_path)} is of other settings or pictures."
    assert train(*words, "killed", "--resume", "--seed", "1") == told
    assert train(*words, "killed", "--resume") is None
    files = [tmp_path / name / "classifier.safetensors" for name in ("whole-run", "killed")]
    assert files[0].read_bytes() == files[1].read_bytes()
    assert not checkpoint.exists()


def test_each_fault_has_a_sentence(train, folder, tmp_path):
    """Exit with one sentence, and nothing written."""
    for name in ("none", "one/bears", "gap/bears", "gap/cats", "few/bears", "few/cats"):
        (tmp_path / name).mkdir(parents=True)
    picture = next((folder / "flags").iterdir())
    for name in ("one/bears", "gap/bears", "few/bears", "few/cats"):
        shutil.copy(picture, tmp_path / name)
    assert train("gone") == "There is no folder gone."
    assert train("none") == "none has no folders: make one for each class."
    assert train("one") == "one has one class only, bears: add another."
    assert train("gap") == "gap/cats has no pictures."
    assert train("few") == "few/bears has too few pictures that differ: three parts need 3, and more are better."
    (folder / "flags/notes.png").write_text("no picture")
    assert train(folder) == f"{folder}/flags/notes.png is no picture, or of an unknown kind."
    (folder / "flags/notes.png").write_bytes(picture.read_bytes()[:200])
    assert re.fullmatch(r"\S+notes\.png is damaged: copy it again\.", train(folder))
    (folder / "flags/notes.png").unlink()
    assert train(folder, "--resume") == "There is no classifier/checkpoint.pt to go on from."
    assert not (tmp_path / "classifier").exists()


@pytest.mark.parametrize("module", ["picture_folder", "pictures"])
def test_each_file_that_cannot_be_opened_has_a_sentence(project, tmp_path, module):
    """Cut off anywhere, each byte changed, of more pixels than Pillow opens; in both projects that open pictures."""
    open_picture = project(module).open_picture
    notes = PngImagePlugin.PngInfo()
    notes.add(b"teXt", b"Title\0eight by eight", after_idat=True)
    file = tmp_path / "some.png"
    Image.new("RGB", (8, 8)).save(file, exif=b"Exif\0\0neither")
    turned = file.read_bytes()
    Image.new("RGB", (8, 8)).save(file, pnginfo=notes)
    whole = file.read_bytes()
    header = whole[12:16] + struct.pack(">II", 30_000, 30_000) + whole[24:29]
    huge = whole[:12] + header + struct.pack(">I", zlib.crc32(header)) + whole[33:]
    changed = (
        whole[:at] + bytes([whole[at] ^ flip]) + whole[at + 1 :] for at in range(len(whole)) for flip in (1, 255)
    )
    told = set()
    for given in (turned, huge, *changed, *(whole[:at] for at in range(len(whole)))):
        file.write_bytes(given)
        try:
            assert open_picture(file).mode == "RGB"
        except ValueError as error:
            told.add(str(error))
    assert all(re.fullmatch(rf"{re.escape(str(file))} (is|has) .*\.", sentence) for sentence in told)
    assert {sentence.rpartition(": ")[2] for sentence in told} >= {"copy it again.", "make it smaller."}


@pytest.mark.parametrize("module", ["picture_folder", "pictures"])
def test_grey_of_16_bits_keeps_its_greys(project, tmp_path, module):
    """65535 is white. Of numbers of 32 bits nobody knows which one is: they are refused."""
    pixels = np.arange(2**16, dtype=np.uint16).reshape(256, 256)
    kinds = {"intel.tif": pixels, "motorola.tif": pixels.astype(">u2"), "grey.png": pixels}
    for name, given in kinds.items():
        Image.fromarray(given).save(tmp_path / name)
        with Image.open(tmp_path / name) as opened:
            assert opened.mode == ("I;16B" if name == "motorola.tif" else "I;16")
        got = np.asarray(project(module).open_picture(tmp_path / name))
        assert (got == (pixels / 257).round().astype(np.uint8)[..., None]).all(), name
    for kind in ("int32", "float32"):
        Image.fromarray(pixels.astype(kind)).save(tmp_path / "numbers.tif")
        with pytest.raises(ValueError, match=r"numbers\.tif has numbers without a known white: save it as PNG\.$"):
            project(module).open_picture(tmp_path / "numbers.tif")


def test_narrow_picture_is_refused(project, tmp_path):
    """It would be a white square."""
    file = tmp_path / "line.png"
    Image.new("RGB", (2, 64)).save(file)
    assert project("picture_folder").open_picture(file).size == (2, 64)
    Image.new("RGB", (2, 65)).save(file)
    with pytest.raises(ValueError, match=r"line\.png is too narrow for a square\.$"):
        project("picture_folder").open_picture(file)


def test_without_a_network(train, folder, monkeypatch, capsys):
    """The weights of ImageNet cannot be had: one sentence, and random ones."""

    def refused(*args, **kwargs):
        raise OSError("no network")

    monkeypatch.setattr("torch.hub.load_state_dict_from_url", refused)
    monkeypatch.setattr("torchvision.models._api.load_state_dict_from_url", refused)
    assert train(folder, "--network", "imagenet", "--epochs", "1") is None
    told = capsys.readouterr().err
    assert told.count("\n") == 2
    assert told.startswith("The weights of ImageNet cannot be had (no network): the network starts from random ones.\n")


def test_predict_refuses(project, tmp_path):
    """A file that is no classifier is named."""
    predict = PROJECT / "predict_picture.py"
    (tmp_path / "classifier").mkdir()
    (tmp_path / "classifier/classifier.safetensors").write_bytes(b"no weights")
    done = subprocess.run([sys.executable, predict], cwd=tmp_path, capture_output=True, text=True, timeout=110)
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(r"\S+classifier\.safetensors is no classifier of train_pictures\.py\.\n", done.stderr)


def test_no_family_is_torn(project, tmp_path):
    folder = project("picture_folder").read_folder(project("emoji_sheet").unpack(tmp_path / "whole"))
    module = project("families")
    kin = module.families(folder.names, folder.labels, folder.pixels)
    for seed in range(5):
        parts = module.split(folder.labels, kin, seed=seed)
        assert sorted(index for part in parts.values() for index in part) == list(range(len(kin)))
        held = [{kin[index] for index in part} for part in parts.values()]
        assert not held[0] & held[1] and not held[0] & held[2] and not held[1] & held[2]
        assert all(folder.labels[part].unique().numel() == 9 for part in parts.values())


def test_sheet_is_small_and_says_whose_it_is():
    assert sum(path.stat().st_size for path in (DATA / "emoji-sheet").iterdir()) < 1_500_000
    notice = (DATA / "emoji-sheet/README.md").read_text(encoding="utf-8")
    assert all(words in notice for words in ("Noto Color Emoji 2.042", "Google", "SIL Open Font License 1.1"))
    with (DATA / "emoji-sheet/labels.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len({row["file"] for row in rows}) == 1861 and all(row["family"] for row in rows)


def test_shipped_answers():
    """What a page must answer: the pictures are those of the test, the logits those of the file within 1e-3."""
    import onnxruntime

    answers = json.loads((DATA / "pictures-onnx/answers.json").read_text(encoding="utf-8"))
    pixels = torch.frombuffer(bytearray(base64.b64decode(answers["pixels"])), dtype=torch.uint8)
    inputs = {"pixels": pixels.reshape(-1, 3, 32, 32).float().numpy()}
    session = onnxruntime.InferenceSession(DATA / "pictures-onnx/pictures.onnx", providers=["CPUExecutionProvider"])
    logits, maps = session.run(["logits", "maps"], inputs)
    torch.testing.assert_close(torch.from_numpy(logits), torch.tensor(answers["logits"]), rtol=0, atol=1e-3)
    assert maps.shape == (len(answers["logits"]), len(answers["classes"]), 8, 8)
    assert (DATA / "pictures-onnx/pictures.onnx").stat().st_size < 1_500_000
