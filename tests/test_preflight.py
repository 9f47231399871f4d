"""The preflight tool: it names the bug of each broken trainer, and has nothing to say of the handbook's own models."""

import ast
import contextlib
import importlib
import io
import posixpath
import random
import re
import subprocess
import sys
from dataclasses import replace
from types import ModuleType

import pytest
import torch
from harness import BOOK, ROOT
from torch import Tensor, nn
from torch.nn import functional as F

FOLDER = ROOT / "examples/training/preflight"
SOURCE = (FOLDER / "preflight.py").read_text(encoding="utf-8")
SEEDS = range(3)
SUBSET = ROOT / "examples/data/mnist-subset"


def modules(folder: str, *names: str) -> list[ModuleType]:
    """Import from a folder of examples/, and forget what was imported: other folders have modules of the same names."""
    place, before = ROOT / "examples" / folder, {*sys.modules}
    sys.path.insert(0, str(place))
    try:
        return [importlib.import_module(name) for name in names]
    finally:
        sys.path.remove(str(place))
        for path in place.glob("*.py"):
            if path.stem not in before:
                sys.modules.pop(path.stem, None)


def sections(name: str, *wanted: str) -> dict:
    """What sections of a script define."""
    script, namespace = BOOK.script(name), {"__file__": str(BOOK.script(name).path), "__name__": name}
    with contextlib.redirect_stdout(io.StringIO()):
        for section in wanted:
            exec(script.code(section), namespace)
    return namespace


preflight, own, broken = modules("training/preflight", "preflight", "own", "broken")
Trainer, DEVICE = preflight.Trainer, own.device


def adam(lr: float):
    return lambda model: torch.optim.Adam([p for p in model.parameters() if p.requires_grad], lr=lr)


def rows(inputs: Tensor | tuple[Tensor, ...], targets: Tensor, count: int = 48):
    def batch():
        chosen = torch.randperm(len(targets))[:count]
        parts = inputs if isinstance(inputs, tuple) else (inputs,)
        taken = tuple(part[chosen].to(DEVICE) for part in parts)
        return taken if isinstance(inputs, tuple) else taken[0], targets[chosen].to(DEVICE)

    return batch


def on(make):
    return lambda: make().to(DEVICE)


def mnist() -> tuple[Tensor, Tensor]:
    (data,) = modules("projects/mnist", "data")
    return data.load(SUBSET, "train").tensors


def loop() -> Trainer:
    """The model of The training loop, which seeds itself; its step is that of the page."""
    page = sections("training/loop", "data", "loop", "trace", "run", "complete")
    return Trainer(
        page["make_model"],
        rows(page["images"], page["labels"], 64),
        F.cross_entropy,
        lambda model: torch.optim.SGD(model.parameters(), lr=0.5),
        step=lambda model, optimizer, batch: page["complete"](model, optimizer, *batch),
    )


def mnist_mlp() -> Trainer:
    (module,) = modules("projects/mnist", "model")
    return Trainer(on(module.MLP), rows(*mnist()), F.cross_entropy, adam(1e-3))


def resnet() -> Trainer:
    (module,) = modules("projects/transfer-learning", "network")
    return Trainer(on(module.SmallResNet), rows(*mnist(), 24), F.cross_entropy, adam(1e-3))


def frozen_body() -> Trainer:
    """A pretrained body in eval mode, as transfer learning has it, and a new head."""
    (module,) = modules("projects/transfer-learning", "network")

    class Frozen(module.SmallResNet):
        def __init__(self):
            super().__init__()
            self.body.requires_grad_(False).eval()

    return Trainer(on(Frozen), rows(*mnist(), 24), F.cross_entropy, adam(0.01), frozen=("body",), skip=("one batch",))


def word_vectors(kind: str = "WordVectors") -> Trainer:
    bags, routers, tickets = modules("projects/ticket-router", "words", "routers", "tickets")
    texts, labels = tickets.read(tickets.TICKETS)
    numbers = bags.vocabulary(texts)

    def batch():
        chosen = torch.randperm(len(texts))[:32].tolist()
        ids, starts = bags.bags([texts[index] for index in chosen], numbers)
        return (ids.to(DEVICE), starts.to(DEVICE)), labels[chosen].to(DEVICE)

    return Trainer(on(lambda: getattr(routers, kind)(len(numbers))), batch, F.cross_entropy, adam(0.01))


def language_model() -> Trainer:
    """The decoder of Transformers: tokens in, the next tokens out."""
    names = "self-attention block rotary cache model".split()
    page = sections("models/transformer", *names)

    def batch():
        tokens = torch.randint(20, (16, 11)).to(DEVICE)
        return tokens[:, :-1], tokens[:, 1:]

    def loss(outputs, targets):
        return F.cross_entropy(outputs.flatten(0, 1), targets.flatten())

    return Trainer(on(page["TinyModel"]), batch, loss, adam(3e-3))


def encoder() -> Trainer:
    """PyTorch's transformer on padded tokens, with a mask."""

    class Encoder(nn.Module):
        def __init__(self):
            super().__init__()
            self.tokens = nn.Embedding(30, 16, padding_idx=0)
            layer = nn.TransformerEncoderLayer(16, 2, 32, batch_first=True)
            self.layers = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
            self.head = nn.Linear(16, 4)

        def forward(self, tokens, mask):
            vectors = self.layers(self.tokens(tokens), src_key_padding_mask=~mask) * mask[..., None]
            return self.head(vectors.sum(dim=1) / mask.sum(dim=1, keepdim=True))

    def batch():
        mask = torch.arange(12) < torch.randint(3, 13, (32, 1))
        tokens = torch.randint(1, 30, (32, 12)) * mask
        return (tokens.to(DEVICE), mask.to(DEVICE)), torch.randint(4, (32,)).to(DEVICE)

    return Trainer(on(Encoder), batch, F.cross_entropy, adam(3e-3))


def sequence() -> Trainer:
    """The model of Test a model: an embedding, a convolution over time, a class for each place."""
    page = sections("deploy/testing", "model")

    def batch():
        tokens = torch.randint(11, (16, 7)).to(DEVICE)
        return tokens, tokens.roll(1, dims=1)

    def loss(outputs, targets):
        return F.cross_entropy(outputs.transpose(1, 2), targets)

    return Trainer(on(page["Reader"]), batch, loss, adam(0.03))


def recurrent() -> Trainer:
    class Recurrent(nn.Module):
        def __init__(self):
            super().__init__()
            self.embed, self.past = nn.Embedding(11, 16), nn.GRU(16, 16, batch_first=True)
            self.head = nn.Linear(16, 11)

        def forward(self, tokens):
            return self.head(self.past(self.embed(tokens))[0][:, -1])

    def batch():
        tokens = torch.randint(11, (32, 6)).to(DEVICE)
        return tokens, tokens[:, 0]

    return Trainer(on(Recurrent), batch, F.cross_entropy, adam(0.03))


def regression() -> Trainer:
    """The curve of the home page."""
    page = sections("index", "loop")

    def model():
        return nn.Sequential(nn.Linear(1, 64), nn.Tanh(), nn.Linear(64, 1))

    return Trainer(on(model), rows(page["x"], page["y"], 60), F.mse_loss, adam(0.01))


def binary() -> Trainer:
    class Binary(nn.Module):
        def __init__(self):
            super().__init__()
            self.layers = nn.Sequential(nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 1))

        def forward(self, x):
            return self.layers(x).squeeze(1)

    targets = (own.labels > 4).float()
    return Trainer(on(Binary), rows(own.signals, targets), nn.BCEWithLogitsLoss(), adam(0.01))


def classifier() -> Trainer:
    """The model of Patterns, with layer norm and AdamW."""
    page = sections("reference/patterns", "device", "model")
    return Trainer(
        on(lambda: page["Classifier"](64, 32, 10)),
        rows(own.signals, own.labels),
        F.cross_entropy,
        lambda model: torch.optim.AdamW(model.parameters(), lr=0.01),
    )


GOOD = {
    "batch norm and dropout": own.trainer,
    "loop": loop,
    "mnist": mnist_mlp,
    "resnet": resnet,
    "frozen body": frozen_body,
    "bag of words": lambda: word_vectors("WordCounts"),
    "word vectors": word_vectors,
    "language model": language_model,
    "encoder": encoder,
    "sequence": sequence,
    "recurrent": recurrent,
    "regression": regression,
    "binary": binary,
    "classifier": classifier,
}


def of(trainer: Trainer, seed: int = 0) -> set[str]:
    """The checks that find something."""
    return {check for check, findings in preflight.inspect(trainer, seed).items() if findings}


@pytest.fixture(autouse=True)
def as_before(monkeypatch):
    """Random numbers and the search path are as before after a test, and a file under test finds the tool."""
    monkeypatch.setattr(sys, "path", [str(FOLDER), *sys.path])
    monkeypatch.setitem(sys.modules, "preflight", preflight)
    monkeypatch.setattr(preflight, "CHECKS", [*preflight.CHECKS])
    with torch.random.fork_rng():
        yield


@pytest.mark.parametrize("name", GOOD)
def test_no_false_alarm(name):
    """Each check ran, and found nothing."""
    trainer = GOOD[name]()
    for seed in SEEDS:
        found = preflight.inspect(trainer, seed)
        assert found == {check.name: [] for check in preflight.CHECKS if check.name not in trainer.skip}, f"seed {seed}"


def test_a_batch_of_one_row():
    """Nothing is found, by export neither."""
    trainer = replace(classifier(), batch=rows(own.signals, own.labels, 1))
    assert of(trainer) == set()


@pytest.mark.parametrize("name", broken.BROKEN)
def test_the_bug_is_named(name):
    """By its own check, and by no other."""
    trainer, check = broken.BROKEN[name]
    for seed in SEEDS:
        assert of(trainer, seed) == {check}, f"seed {seed}"


def batch_of(change):
    def batch():
        return change(*own.make_batch())

    return replace(own.trainer(), batch=batch)


def spread() -> nn.Module:
    model = nn.Sequential(nn.Linear(64, 10), nn.Linear(10, 10, device="meta"))
    model[0].to(DEVICE)
    return model


class ForgotState(broken.Net):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRU(64, 64, batch_first=True)

    def forward(self, x):
        start = torch.zeros(1, len(x), 64)
        return super().forward(self.cell(x[:, None], start)[0][:, 0])


class FixedDevice(broken.Net):
    """Right where the model lies today."""

    def forward(self, x):
        return super().forward(x * torch.ones(64, device=DEVICE))


class Counts(broken.Net):
    def __init__(self):
        super().__init__()
        self.register_buffer("calls", torch.zeros(()))

    def forward(self, x):
        self.calls += 1
        return super().forward(x)


class Exported(broken.Net):
    def forward(self, x):
        return super().forward(2 * x if torch.compiler.is_exporting() else x)


def behind_zeros(net):
    """The same fault before a last layer of zeros, which hides it at first."""

    class Hidden(net):
        def __init__(self):
            super().__init__()
            nn.init.zeros_(self.head.weight)

    return broken.using(Hidden)


class TimeFirst(broken.Net):
    """A recurrent layer that takes the batch for the length: the first row depends on itself only."""

    def __init__(self):
        super().__init__()
        self.cell = nn.GRU(64, 64)

    def forward(self, x):
        return super().forward(self.cell(x[:, None])[0][:, 0])


class Parts(broken.Net):
    """Its step calls the layers, not the model."""

    def __init__(self):
        super().__init__()
        self.body.eval()


def by_parts(model, optimizer, batch) -> None:
    optimizer.zero_grad()
    F.cross_entropy(model.head(model.body(batch[0]).relu()), batch[1]).backward()
    optimizer.step()


def draws(model, optimizer, batch) -> None:
    optimizer.param_groups[0]["lr"] = random.SystemRandom().uniform(0.01, 0.2)
    usual(model, optimizer, batch)


def remembers(model, optimizer, batch) -> None:
    """A schedule that is written down nowhere."""
    model.count = getattr(model, "count", 0) + 1
    optimizer.param_groups[0]["lr"] = 0.2 / (1 + model.count % 3)
    usual(model, optimizer, batch)


def usual(model, optimizer, batch) -> None:
    optimizer.zero_grad()
    F.cross_entropy(model(batch[0]), batch[1]).backward()
    optimizer.step()


def leaves_eval(model, optimizer, batch) -> None:
    """As a step that validates after it; it would be right if it began with train()."""
    usual(model, optimizer, batch)
    model.eval()


def other_rows(inputs, targets):
    rows = torch.tensor(random.SystemRandom().sample(range(1000), 64))
    return own.signals[rows].to(DEVICE), own.labels[rows].to(DEVICE)


GOOD_ONE = own.trainer()
MORE = {  # sentences that no trainer of the page gets
    "a list as targets": (batch_of(lambda inputs, targets: (inputs, targets.tolist())), "build"),
    "nan": (batch_of(lambda inputs, targets: (inputs.log(), targets)), "batch"),
    "a layer elsewhere": (replace(GOOD_ONE, model=spread), "devices"),
    "a fixed device": (broken.using(FixedDevice), "devices"),
    "a state elsewhere": (broken.using(ForgotState), "devices"),
    "no classes": (batch_of(lambda inputs, targets: (inputs, targets[:, None, None])), "shapes"),
    "a loss per row": (replace(GOOD_ONE, loss=lambda o, t: F.cross_entropy(o, t, reduction="none")), "shapes"),
    "loss without graph": (replace(GOOD_ONE, loss=lambda o, t: F.cross_entropy(o.detach(), t)), "gradients"),
    "validation leaves eval": (replace(GOOD_ONE, step=leaves_eval), "modes"),
    "counts in eval": (broken.using(Counts), "eval"),
    "targets far from 0": (
        replace(batch_of(lambda x, y: (x, 10.0 * y[:, None] + 500)), model=broken.column, loss=F.mse_loss),
        "first loss",
    ),
    "unseeded batch": (batch_of(other_rows), "seeds"),
    "unseeded step": (replace(GOOD_ONE, step=draws), "seeds"),
    "schedule not saved": (replace(GOOD_ONE, step=remembers), "checkpoint"),
    "another program": (broken.using(Exported), "export"),
    "rows mix behind zeros": (behind_zeros(broken.MixesRows), "rows"),
    "drops behind zeros": (behind_zeros(broken.AlwaysDrops), "eval"),
    "another program behind zeros": (behind_zeros(Exported), "export"),
    "the batch for the length": (broken.using(TimeFirst), "rows"),
    "a part in eval": (replace(broken.using(Parts), step=by_parts), "modes"),
    "first loss as said": (replace(GOOD_ONE, first_loss=0.1), "first loss"),
}


@pytest.mark.parametrize("name", MORE)
def test_other_sentences(name):
    trainer, check = MORE[name]
    assert of(trainer) == {check}


UNSEEN = {
    "labels of other inputs": batch_of(lambda inputs, targets: (inputs, targets.roll(1))),
    "a tenth of the rate": replace(GOOD_ONE, optimizer=broken.sgd(0.02)),
    "train() in the step": replace(GOOD_ONE, step=lambda m, o, b: leaves_eval(m.train(), o, b)),
}


@pytest.mark.parametrize("name", UNSEEN)
def test_what_the_page_says_is_not_seen(name):
    assert of(UNSEEN[name]) == set()


def slow(lr: float, **others) -> Trainer:
    return replace(broken.using(broken.Net), optimizer=lambda m: torch.optim.AdamW(m.parameters(), lr=lr), **others)


class Scaled(broken.Net):
    """A weight of one axis that a step of the usual rate makes many times as long."""

    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.full((64,), 0.001))

    def forward(self, x):
        return super().forward(x * (1 + self.scale))


def noisy(model, optimizer, batch) -> None:
    noise = torch.tensor([random.SystemRandom().gauss(0, 0.3) for _ in range(64)]).to(DEVICE)
    usual(model, optimizer, (batch[0] + noise, batch[1]))


def test_limits_that_the_page_names():
    """Of one axis, below 0, of one-hot targets, and of rates so small that noise is not seen as such."""
    assert of(replace(slow(0.01), model=lambda: Scaled().to(DEVICE))) == set()
    rises = replace(GOOD_ONE, first_loss=-2.7, loss=lambda o, t: F.cross_entropy(o, t) - 5)
    assert of(replace(rises, step=lambda m, o, b: usual(m, o, (b[0], (b[1] + 1) % 10)))) == set()
    one_hot = batch_of(lambda inputs, targets: (inputs, F.one_hot(targets, 10).float()))
    assert (of(one_hot), of(replace(one_hot, first_loss=2.3))) == ({"first loss"}, set())
    skip = ("one batch",)  # which such a rate does not learn in 300 steps
    assert (of(slow(1e-5, skip=skip)), of(slow(1e-3, step=noisy))) == (set(), {"seeds"})
    assert of(slow(1e-5, step=noisy, skip=skip)) == {"zero_grad"}


def sentences(module: ModuleType, check: str, trainer: Trainer) -> list[str]:
    """What one check says, without the others."""
    (one,) = (one for one in module.CHECKS if one.name == check)
    try:
        return list(one.function(module.Run(trainer, 0)))
    except Exception as error:
        return [type(error).__name__]


def test_every_sentence_is_needed():
    """Without any one of its sentences, the tool says something else of one of the broken trainers."""
    tree = ast.parse(SOURCE)
    known = {**broken.BROKEN, **MORE}
    said = {name: sentences(preflight, check, trainer) for name, (trainer, check) in known.items()}
    unneeded, tried = [], 0
    for function in (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.decorator_list):
        check = function.decorator_list[0].args[0].value
        cases = {name: trainer for name, (trainer, by) in known.items() if by == check}
        for sentence in [node for node in ast.walk(function) if isinstance(node, ast.Yield)]:
            told, sentence.value = sentence.value, ast.Constant(None)
            module = ModuleType("mutant")
            sys.modules["mutant"] = module  # dataclasses look there
            exec(compile(ast.fix_missing_locations(tree), "mutant", "exec"), vars(module))
            sentence.value = told
            tried += 1
            if all(sentences(module, check, trainer) == said[name] for name, trainer in cases.items()):
                unneeded.append(f"{check}: {ast.unparse(told)}")
    del sys.modules["mutant"]
    assert not unneeded and tried > 25


def test_registry():
    """What a check comes after was there before it, and the page has a row for each, with its link."""
    names = [check.name for check in preflight.CHECKS]
    assert len({*names}) == len(names)
    for place, check in enumerate(preflight.CHECKS):
        assert {*check.after} <= {*names[:place]}, check.name
        assert re.fullmatch(r".*[^.]", check.function.__doc__), check.name
    page = (ROOT / "docs/training/preflight.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([\w ]+) \| .* \| \[.*\]\((.+)\) \|$", page, re.M)
    places = [(name, posixpath.normpath(f"training/{link}").replace(".md", "")) for name, link in rows]
    assert places == [(check.name, check.link) for check in preflight.CHECKS]


def test_numbers_on_the_page():
    page = (ROOT / "docs/training/preflight.md").read_text(encoding="utf-8")
    assert f"does {len(preflight.CHECKS)} of them" in page and f"{len(broken.BROKEN) - 1} more trainers" in page
    assert f"{len(GOOD)} good trainers" in page


def test_what_raises_is_a_finding():
    def batch():
        raise OSError("no disk\nand more")

    found = preflight.inspect(replace(GOOD_ONE, batch=batch))
    assert [finding.what for finding in found["build"]] == ["OSError: no disk"]
    assert {*(findings is None for name, findings in found.items() if name != "build")} == {True}
    found = preflight.inspect(replace(GOOD_ONE, model=lambda: nn.Linear(63, 10).to(DEVICE)))
    assert found["shapes"][0].what.startswith("RuntimeError: ")


def test_report():
    trainer = replace(broken.BROKEN["detach"][0], skip=("export",))
    found = preflight.inspect(trainer)
    lines = preflight.report(found).splitlines()
    assert "WRONG gradients      no gradient comes to body.weight and 1 more" in lines
    assert f"{'':21}see deploy/testing#does-everything-learn" in lines
    assert any(line.startswith("-     one step ") for line in lines) and "export" not in found
    assert lines[-1] == f"{len(preflight.CHECKS) - 1} checks, findings: 1"
    site = preflight.report(found, "https://example.org/book/")
    assert f"{'':21}see https://example.org/book/deploy/testing/#does-everything-learn" in site.splitlines()


BAD = {
    "nothing.py": (None, r"There is no file .*nothing\.py\."),
    "notes.txt": ("", r".*notes\.txt is no Python file\."),
    "empty.py": ("", r".*empty\.py has no function trainer\(\)\."),
    "value.py": ("trainer = 3", r".*value\.py has no function trainer\(\)\."),
    "syntax.py": ("def trainer(:", r".*syntax\.py raises SyntaxError: .+"),
    "needs.py": ("import not_installed", r".*needs\.py raises ModuleNotFoundError: No module named 'not_installed'"),
    "fails.py": ("def trainer():\n    return 1 / 0", r".*fails\.py raises ZeroDivisionError: division by zero"),
    "returns.py": (
        "def trainer():\n    return {}",
        r"trainer\(\) of .*returns\.py returns a dict, not a preflight\.Trainer\.",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input(name, tmp_path):
    source, sentence = BAD[name]
    if source is not None:
        (tmp_path / name).write_text(source, encoding="utf-8")
    with pytest.raises(SystemExit) as caught:
        preflight.main([str(tmp_path / name)])
    assert re.fullmatch(sentence, str(caught.value.code))


def test_no_file():
    with pytest.raises(SystemExit, match="Name a file with a function trainer"):
        preflight.main([])


def test_a_check_of_the_reader(tmp_path, capsys):
    """The check of the page's exercise, in the reader's file: it runs after the others, and finds its bug."""
    solution = (ROOT / "examples/solutions/training/preflight/padding/solution.py").read_text(encoding="utf-8")
    (tmp_path / "mine.py").write_text(f"{solution}\n\n{MINE}", encoding="utf-8")
    with pytest.raises(SystemExit) as caught:
        preflight.main([str(tmp_path / "mine.py"), "--seed", "1", "--site", "https://example.org"])
    *_, finding, link, total = capsys.readouterr().out.splitlines()
    assert (caught.value.code, total) == (1, f"{len(preflight.CHECKS)} checks, findings: 1")
    assert finding == "WRONG padding        padding counts"
    assert link.strip() == "see https://example.org/data/variable-length/#use-the-mask"


MINE = """\
from preflight import Trainer, check


@check("padding", "data/variable-length#use-the-mask", "eval")
def padding(run):
    if depends_on_padding(run.model, *run.inputs):
        yield "padding counts"


class Bag(nn.Module):
    def __init__(self):
        super().__init__()
        self.vectors, self.head = nn.Embedding(20, 8), nn.Linear(8, 3)

    def forward(self, tokens, mask):
        return self.head(self.vectors(tokens).mean(dim=1))


def batch():
    mask = torch.arange(9) < torch.randint(2, 9, (24, 1))
    return (torch.randint(1, 20, (24, 9)) * mask, mask), torch.randint(3, (24,))


def trainer():
    return Trainer(Bag, batch, F.cross_entropy, lambda model: torch.optim.Adam(model.parameters(), lr=0.05))
"""


def test_command_line(tmp_path):
    """As a reader runs it, from another folder: the file and the tool mean one Trainer, and the status tells."""
    line = [sys.executable, str(FOLDER / "preflight.py"), str(FOLDER / "own.py")]
    done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == BOOK.script("training/preflight/own").records["report"]
