"""The language model: its parts, counts and pieces, a killed training that goes on, texts that cannot be used."""

import itertools
import json
import lzma
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from harness import ROOT
from safetensors import safe_open

PROJECT = ROOT / "examples/projects/language-model"
SMALL = ["--steps", "30", "--every", "2", "--width", "16", "--batch", "2", "--dropout", "0.1", "--size", "100"]


def test_parts_share_no_entry(project):
    jargon = project("jargon")
    text = jargon.read()
    parts = [part.strip().split("\n\n") for part in jargon.split(text).values()]
    assert sorted(itertools.chain(*parts)) == sorted(text.split("\n\n"))
    assert sum(map(len, parts)) == len({*itertools.chain(*parts)})


def test_killed_training_goes_on_bit_for_bit(tmp_path, project):
    text = tmp_path / "text.txt"
    text.write_text(project("jargon").read()[:60_000], encoding="utf-8")
    command = [sys.executable, str(PROJECT / "train_gpt.py"), "--text", str(text), *SMALL]
    folders = {name: tmp_path / name for name in ("whole", "killed")}
    for folder in folders.values():
        folder.mkdir()
    subprocess.run(command, cwd=folders["whole"], check=True, capture_output=True, timeout=300)
    with subprocess.Popen(command, cwd=folders["killed"], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL) as running:
        assert running.stderr
        for line in running.stderr:
            if line.startswith(b"step 4 of"):
                running.kill()
                break
    assert not (folders["killed"] / "gpt.safetensors").exists()
    again = subprocess.run(command, cwd=folders["killed"], check=True, capture_output=True, text=True, timeout=300)
    assert "going on at step" in again.stderr
    whole, killed = ((folder / "gpt.safetensors").read_bytes() for folder in folders.values())
    assert whole == killed
    other = subprocess.run(
        [*command, "--seed", "1"], cwd=folders["killed"], capture_output=True, text=True, timeout=300
    )
    assert (other.returncode, other.stderr) == (1, "gpt-checkpoint.pt is of other options: move it away.\n")


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("gone.txt", None, "There is no file gone.txt."),
        ("empty.txt", b" \n", "empty.txt is empty."),
        ("latin.txt", "Café".encode("latin-1"), "latin.txt is not UTF-8: save it as such."),
        ("half.xz", lzma.compress(b"jargon" * 99)[:40], "half.xz is cut off or damaged: copy it again."),
        ("short.txt", b"foo\n\nbar", "The text is too short: 2 entries leave 0 characters for validation"),
    ],
)
def test_a_text_that_cannot_be_used_gets_one_sentence(name, content, told, project, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if content is not None:
        Path(name).write_bytes(content)
    monkeypatch.setattr(sys, "argv", ["train_gpt.py", "--text", name])
    with pytest.raises(SystemExit, match=f"^{told}"):
        project("train_gpt").main()
    assert [path.name for path in tmp_path.iterdir()] == [name] * (content is not None)


def test_counted_shares_make_one(project):
    torch.manual_seed(0)
    training = torch.randint(4, (60,))
    for length in (1, 2, 3, 4):
        count = project("ngrams").bits_of_counts
        before = 3 * count(training, torch.tensor([0, 1, 2, 3]), 4, length)[-1]
        wholes = [4 * count(training, torch.tensor([0, 1, 2, 3, last]), 4, length)[-1] for last in range(4)]
        assert sum(2 ** (before - whole) for whole in wholes) == pytest.approx(1)


@pytest.mark.parametrize("text", ["aaaaa aa aaa", "the hat that\n\nthe thin hat", "x"])
def test_pieces_come_back(text, project):
    pieces = project("pieces")
    characters = "".join(sorted({*text, *" \n"}))
    merges = pieces.learn(text * 3, characters, 40)
    kind = pieces.Pieces(characters, merges)
    assert kind.decode(kind.encode(text)) == text
    assert not any(piece[1:].strip(" \n") != piece[1:] for piece in kind.texts)


def test_bits_are_those_of_the_plain_sum(project):
    torch.manual_seed(0)
    model = project("train_gpt").build(project("train_gpt").Options(size=7, context=16))
    tokens = torch.randint(7, (12,))
    shares = model(tokens[None, :-1])[0].log_softmax(dim=1)
    plain = -shares[range(11), tokens[1:]].sum().item() / 0.6931471805599453
    assert project("gpt").bits(model, tokens, 16) == pytest.approx(plain, rel=1e-5)
    long = torch.randint(7, (100,))
    halves = [model(long[None, max(0, end - 16) : end])[0, -1].log_softmax(dim=0)[long[end]] for end in range(1, 100)]
    assert project("gpt").bits(model, long, 16) == pytest.approx(-sum(halves).item() / 0.6931471805599453, rel=0.05)
    assert project("gpt").bits(model, long, 15) == pytest.approx(-sum(halves).item() / 0.6931471805599453, rel=0.05)


def test_shipped_weights_know_their_options(project):
    train = project("train_gpt")
    with safe_open(ROOT / "examples/data/jargon-gpt/jargon-gpt.safetensors", framework="pt") as opened:
        about = json.loads(opened.metadata()["about"])
    assert about["options"] == train.asdict(train.Options(**train.FULL))
