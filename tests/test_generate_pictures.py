"""The project that makes pictures: a killed training goes on, bad input, distances and steps, what ships."""

import json
import subprocess
import sys

import pytest
import torch
from harness import ROOT
from safetensors import safe_open

PROJECT = ROOT / "examples/projects/generate-pictures"
SHIPPED = ROOT / "examples/data/picture-generators"


@pytest.fixture
def folder(tmp_path):
    """Thirty small pictures in each of two folders."""
    from PIL import Image

    for name in ("bears", "cats"):
        (tmp_path / "mine" / name).mkdir(parents=True)
        for number in range(30):
            Image.new("RGB", (20, 16), (8 * number, 90, 200)).save(tmp_path / f"mine/{name}/{number}.png")
    return tmp_path / "mine"


@pytest.mark.parametrize("kind", ["vae", "diffusion"])
def test_killed_training_goes_on_bit_for_bit(kind, folder, tmp_path):
    """Killed in the middle and resumed, it writes the file of a run that nobody stopped."""
    line = [sys.executable, PROJECT / "train_generator.py", kind, "--pictures", folder, "--steps", "24", "--every", "2"]
    subprocess.run([*line, "--out", "whole"], cwd=tmp_path, check=True, capture_output=True, timeout=300)
    killed = [*line, "--out", "killed"]
    with subprocess.Popen(killed, cwd=tmp_path, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL) as running:
        assert running.stderr
        for told in running.stderr:
            if told.startswith(b"step 6 of"):
                running.kill()
                break
    assert (tmp_path / "killed/checkpoint.pt").is_file()
    assert not (tmp_path / "killed/generator.safetensors").exists()

    def again(*words):
        done = subprocess.run([*killed, *words], cwd=tmp_path, capture_output=True, text=True, timeout=300)
        return done.returncode, done.stderr

    stopped = "killed/checkpoint.pt is of a run that was stopped: go on with --resume, or delete it.\n"
    if kind == "vae":
        assert again() == (1, stopped)
        assert again("--resume", "--seed", "1") == (1, "killed/checkpoint.pt is of other settings.\n")
    code, told = again("--resume")
    assert code == 0 and "step 2 of" not in told
    for name in ("generator.safetensors", "made.png"):
        whole, other = ((tmp_path / run / name).read_bytes() for run in ("whole", "killed"))
        assert whole == other
    assert not (tmp_path / "killed/checkpoint.pt").exists()


def test_each_fault_has_a_sentence(project, folder, tmp_path, monkeypatch):
    """Exit with one sentence, and nothing written."""
    monkeypatch.chdir(tmp_path)

    def told(*words):
        monkeypatch.setattr(sys, "argv", ["train_generator.py", "vae", "--pictures", *map(str, words)])
        with pytest.raises(SystemExit) as done:
            project("train_generator").main()
        return done.value.code

    for name in ("none", "one/bears", "gap/bears", "gap/cats"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "one/bears/0.png").write_bytes((folder / "bears/0.png").read_bytes())
    (tmp_path / "gap/bears/0.png").write_bytes((folder / "bears/0.png").read_bytes())
    assert told("gone") == "There is no folder gone."
    assert told("none") == "none needs two folders or more, one for each class."
    assert told("one") == "one needs two folders or more, one for each class."
    assert told("gap") == "gap/cats has no pictures."
    (folder / "cats/1.png").write_bytes(b"")
    assert told("mine") == "mine/cats/1.png is no picture, or empty."
    (folder / "cats/1.png").write_bytes((folder / "cats/0.png").read_bytes()[:60])
    assert told("mine") == "mine/cats/1.png is damaged: copy it again."
    for file in (folder / "cats").iterdir():
        if file.name != "0.png":
            file.unlink()
    assert told("mine") == "mine has 31 pictures, and 50 are the least."
    (folder / "cats").rename(tmp_path / "cats")
    assert told("emoji", "--resume") == "There is no generator/checkpoint.pt to go on from."
    assert told("emoji", "--steps", "0") == "--steps and --every are 1 or more."
    assert not (tmp_path / "generator").exists()


def test_no_family_is_torn(project):
    reading = project("small_pictures")
    groups = [("a", "x"), ("a", "y"), ("b", "x"), ("a", "x"), ("c", "z"), ("c", "z")]
    for seed in range(10):
        held = reading.hold_out(groups, 0.4, seed).tolist()
        assert held[0] == held[3] and held[4] == held[5]
        assert 0 < sum(held) < len(held)
    emoji = reading.read("emoji")
    assert emoji.held.float().mean() == pytest.approx(0.2, abs=0.03)
    assert emoji.labels[~emoji.held].unique().numel() == emoji.labels[emoji.held].unique().numel() == 9


def test_distance_is_that_of_normal_clouds(project):
    frechet = project("judges").frechet
    torch.manual_seed(0)
    some = torch.randn(500, 3)
    assert frechet(some, some) == pytest.approx(0, abs=1e-9)
    assert frechet(some, some + 2) == pytest.approx(12, rel=1e-4)
    spread = (some - some.mean(0)) * 3 + some.mean(0)
    assert frechet(some, spread) == pytest.approx(4 * some.var(0).sum().item(), rel=1e-4)


def test_a_perfect_answer_brings_the_picture_back(project, monkeypatch):
    """With the true direction, each number of steps ends at the picture."""
    diffusion = project("diffusion")
    torch.manual_seed(0)
    model, noise = diffusion.Diffusion(3, 2, width=8), torch.randn(2, 3, 16, 16)
    picture = torch.rand(2, 3, 16, 16) * 2 - 1
    monkeypatch.setattr(diffusion, "direction", lambda model, x, angles, *rest: diffusion.mix(noise, -picture, angles))
    for steps in (1, 5, 20):
        torch.testing.assert_close(
            diffusion.sample(model, noise, torch.zeros(2, dtype=torch.long), steps=steps), picture, atol=1e-4, rtol=0
        )


def test_guidance_mixes_two_answers(project):
    torch.manual_seed(0)
    diffusion = project("diffusion")
    model = diffusion.Diffusion(1, 3, width=8)
    x, angles, labels = torch.randn(4, 1, 16, 16), torch.full((4,), 0.5), torch.tensor([0, 1, 2, 0])
    without, told, far = (diffusion.direction(model, x, angles, labels, guidance) for guidance in (0, 1, 3))
    torch.testing.assert_close(far, without + 3 * (told - without))
    other = diffusion.direction(model, x, angles, labels.flip(0), 0)
    assert torch.equal(without, other) and not torch.equal(without, told)


def test_shipped_weights_load_and_are_small(project):
    files = sorted(SHIPPED.glob("*_*.safetensors"))
    assert len(files) >= 5 and sum(file.stat().st_size for file in SHIPPED.iterdir()) < 4_500_000
    steps = project("train_generator").STEPS
    for file in files:
        if file.stem.startswith("moments"):
            continue
        kind, source = file.stem.split("_")
        project("generators").load(file)
        with safe_open(file, framework="pt") as opened:
            about = json.loads(opened.metadata()["about"])
        assert (about["kind"], about["pictures"], about["steps"]) == (kind, source, steps)
    notice = (SHIPPED / "README.md").read_text(encoding="utf-8")
    assert all(words in notice for words in ("Noto Color Emoji", "SIL Open Font License 1.1", "Zalando", "MIT"))
