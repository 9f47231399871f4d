"""The language model: its parts, counts and pieces, a killed training, unusable texts, rates, sizes and LoRA."""

import itertools
import json
import lzma
import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from harness import ROOT
from safetensors import safe_open
from safetensors.torch import save_file

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


def test_a_checkpoint_that_does_not_fit_is_refused(tmp_path, project, monkeypatch):
    monkeypatch.chdir(tmp_path)
    train, checkpoint = project("train_gpt"), Path("gpt-checkpoint.pt")
    for name in ("one", "other"):
        Path(name).write_text("".join(f"{name} {number}\n\n" for number in range(len(name), 2000)), encoding="utf-8")

    def run(*options):
        monkeypatch.setattr(sys, "argv", ["train_gpt.py", *SMALL, "--steps", "2", *options])
        train.main()

    run("--text", "one")
    kept = [Path(name).read_bytes() for name in (checkpoint, "gpt.safetensors")]
    run("--text", "one")
    for options in (["--text", "one", "--seed", "1"], ["--text", "other"]):
        with pytest.raises(
            SystemExit, match=r"^gpt-checkpoint\.pt is of other options or another text: move it away\.$"
        ):
            run(*options)
    assert [Path(name).read_bytes() for name in (checkpoint, "gpt.safetensors")] == kept
    for damaged in (b"", kept[0][:50], kept[0][:-50], b"something else", pickle.dumps([1])):
        checkpoint.write_bytes(damaged)
        with pytest.raises(SystemExit, match=r"^gpt-checkpoint\.pt is damaged: move it away\.$"):
            run("--text", "one")
        assert checkpoint.read_bytes() == damaged


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("--steps 0", "steps must be at least 1."),
        ("--batch -1", "batch must be at least 1."),
        ("--context 0", "context must be at least 1."),
        ("--blocks 0", "blocks must be at least 1."),
        ("--heads 0", "heads must be at least 1."),
        ("--heads 3", "width must be a multiple of 6."),
        ("--width 68", "width must be a multiple of 8."),
        ("--width 0", "width must be a multiple of 8."),
        ("--dropout 1", "dropout must be at least 0 and below 1."),
        ("--dropout nan", "dropout must be at least 0 and below 1."),
        ("--rate 0", "rate must be above 0."),
        ("--rate inf", "rate must be above 0."),
        ("--every 0", "every must be at least 1."),
        ("--size 1", "size must be at least 2 for this text."),
        (
            "--size 200 --context 190",
            "The text is too short: [0-9]+ pieces for training, and a context has 190.",
        ),
    ],
)
def test_options_that_cannot_be_trained_get_one_sentence(options, told, project, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("text").write_text("\n\n".join(["a" * 200] * 20), encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["train_gpt.py", "--text", "text", *options.split()])
    with pytest.raises(SystemExit, match=f"^{told}$"):
        project("train_gpt").main()
    assert [path.name for path in tmp_path.iterdir()] == ["text"]


def test_text_of_windows_is_read_as_any(project, tmp_path):
    (tmp_path / "text").write_bytes(b"\xef\xbb\xbfone\r\n\r\ntwo\r\n")
    assert project("jargon").read(tmp_path / "text") == "one\n\ntwo"


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


def test_pieces_are_learned_from_one_word_or_none(project):
    learn = project("pieces").learn
    assert learn("abab", "ba", 10**12) == [(1, 0)]
    assert learn("", "ab", 9) == []


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
    alone = model(long[:-1, None])[:, 0].log_softmax(dim=1)[range(99), long[1:]]
    assert project("gpt").bits(model, long, 1) == pytest.approx(-alone.sum().item() / 0.6931471805599453, rel=1e-5)


def test_a_table_of_positions_ends_with_the_context(project):
    """It is not stretched over tokens that lie behind its end."""
    gpt = project("gpt").GPT(size=7, context=8, width=16, heads=2, blocks=1, rotary=False)
    tokens, cache = torch.randint(7, (2, 8)), gpt.empty_cache()
    assert torch.allclose(torch.cat([gpt(some, cache) for some in tokens.split(3, dim=1)], 1), gpt(tokens), atol=1e-5)
    for more in (1, 3):
        with pytest.raises(IndexError):
            gpt(tokens[:, :more], cache)


def test_the_model_computes_in_few_bits(project):
    model, tokens = small_model(project)
    assert torch.allclose(model.bfloat16()(tokens).float(), small_model(project)[0](tokens), atol=0.1)


def test_shipped_weights_know_their_options(project):
    train = project("train_gpt")
    with safe_open(ROOT / "examples/data/jargon-gpt/jargon-gpt.safetensors", framework="pt") as opened:
        about = json.loads(opened.metadata()["about"])
    assert about["options"] == train.asdict(train.Options(**train.FULL))


def small_model(project):
    """A GPT of another task's size, and a batch for it."""
    torch.manual_seed(0)
    return project("train_gpt").build(project("train_gpt").Options(size=11, width=16)).eval(), torch.randint(11, (2, 9))


def test_rates_reach_what_they_say(project):
    rates = project("rates")
    tried = rates.rising(1e-5, 1.0, 100)
    assert (tried[0], tried[-1], len(tried)) == (1e-5, pytest.approx(1), 100)
    for warm in (0, 15):
        plan = rates.plan(0.02, 300, warm)
        assert (len(plan), max(plan), plan[warm]) == (300, 0.02, 0.02)
        assert plan[-1] < 1e-6
        assert plan[warm:] == sorted(plan[warm:], reverse=True)
    assert rates.smooth([4.0, 4.0, 4.0]) == pytest.approx([4, 4, 4])
    assert rates.lowest_point([1, 2, 3], [5, 0, 9]) == 2


def test_steps_are_those_of_the_training(project):
    """One list of rates gives the weights that the training of the project gives."""
    train, rates = project("train_gpt"), project("rates")
    options, tokens = train.Options(size=11, width=16, context=8, steps=6, batch=2), torch.randint(11, (50,))
    wanted = train.fit(train.build(options), tokens, options, torch.device("cpu"))
    model = train.build(options)
    losses = rates.take_steps(model, tokens, options, [train.rate_at(step, options) for step in range(6)])
    assert len(losses) == 6
    for name, weight in wanted.state_dict().items():
        assert torch.equal(model.state_dict()[name], weight), name


def test_a_smaller_share_is_a_part_of_a_larger_one(project):
    some, text = project("sizes").share_of, "\n\n".join(f"word {number}" for number in range(100))
    small, large = ({*some(text, share).strip().split("\n\n")} for share in (0.1, 0.4))
    assert (len(small), len(large)) == (10, 40)
    assert small < large
    assert some(text, 1).strip() == text


def test_lora_starts_without_effect_trains_alone_and_merges(project, tmp_path):
    adapter, (base, tokens) = project("adapter"), small_model(project)
    kept, wanted = adapter.digest(base), base(tokens)
    model = adapter.add_lora(base, 2, 4)
    assert torch.equal(model(tokens), wanted)
    trained = {name for name, weight in model.named_parameters() if weight.requires_grad}
    assert len(trained) == 2 * 4 * len(base.blocks)
    assert all(name.endswith((".a", ".b")) for name in trained)
    items = [(row[:5], row[5:]) for row in tokens]
    project("headwords").teach(model, items, 5, 0.1, 0)
    assert adapter.digest(base) == kept
    assert not torch.allclose(model(tokens), wanted, atol=1e-3)
    merged = adapter.merge(model)
    torch.testing.assert_close(merged(tokens), model(tokens), rtol=1e-4, atol=1e-4)
    assert [*merged.state_dict()] == [*base.state_dict()]
    adapter.save_adapter(tmp_path / "a.safetensors", model, base, 2, 4)
    assert torch.equal(adapter.load_adapter(tmp_path / "a.safetensors", base)(tokens), model(tokens))
    with pytest.raises(ValueError, match=r"a\.safetensors was trained on other weights"):
        adapter.load_adapter(tmp_path / "a.safetensors", merged)
    save_file(base.state_dict(), tmp_path / "b.safetensors")
    with pytest.raises(ValueError, match=r"b\.safetensors was trained on other weights"):
        adapter.load_adapter(tmp_path / "b.safetensors", base)
    elsewhere = adapter.add_lora(base.to("meta", torch.float64), 2, 4)
    assert {(str(weight.device), weight.dtype) for weight in elsewhere.parameters()} == {("meta", torch.float64)}


def test_only_answers_have_targets(project):
    lay_out = project("headwords").lay_out
    tokens, targets = lay_out([(torch.tensor([1, 2, 3]), torch.tensor([4, 5])), (torch.tensor([6]), torch.tensor([7]))])
    assert tokens.tolist() == [[1, 2, 3, 4, 5], [6, 7, 0, 0, 0]]
    assert targets.tolist() == [[-100, -100, 4, 5, -100], [7, -100, -100, -100, -100]]


def test_questions_hide_their_answer(project):
    pairs = project("headwords").questions(project("jargon").split(project("jargon").read())["test"])
    assert len(pairs) > 100
    for definition, headword in pairs:
        assert not any(re.search(rf"\b{word}", definition, re.IGNORECASE) for word in re.findall(r"\w{3,}", headword))
    made = "kluge\n/klooj/, n.\nA Kluge is made in haste, and kluges are what keeps it running."
    assert project("headwords").questions(made) == [
        ("A ~ is made in haste, and ~s are what keeps it running.", "kluge")
    ]


def test_candidates_begin_with_the_right_one_and_have_no_other_twice(project):
    rows = project("headwords").candidates(30, 0)
    assert [row[0] for row in rows] == [*range(30)]
    assert all(len({*row}) == 10 for row in rows)
    assert project("headwords").share_right([[1, 2, 3], [2, 1, 3], [1, 1, 3]]) == pytest.approx(1 / 3)


def test_shipped_addition_is_of_the_shipped_model(project):
    base = project("shipped").load_model()
    model = project("adapter").load_adapter(ROOT / "examples/data/jargon-lora/headwords.safetensors", base)
    assert sum(weight.numel() for weight in model.parameters() if weight.requires_grad) == 49_152
