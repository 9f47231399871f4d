"""Check a training before its first epoch: python preflight.py FILE."""
# handbook: raises=SystemExit

# --8<-- [start:trainer]
import argparse
import contextlib
import importlib.util
import io
import logging
import math
import random
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.optim import Optimizer

Batch = tuple[Tensor | tuple[Tensor, ...], Tensor]


@dataclass(frozen=True)
class Trainer:
    """The functions of a training, and what in it is unusual on purpose."""

    model: Callable[[], nn.Module]
    batch: Callable[[], Batch]  # inputs, a tensor or a tuple of them, and targets
    loss: Callable[[Tensor, Tensor], Tensor]  # of outputs and targets
    optimizer: Callable[[nn.Module], Optimizer]
    step: Callable[[nn.Module, Optimizer, Batch], object] | None = None
    first_loss: float | None = None  # what to expect where no rule says it
    frozen: tuple[str, ...] = ()  # how the names of what is not to learn begin
    skip: tuple[str, ...] = ()  # checks to leave out


# --8<-- [end:trainer]


# --8<-- [start:run]
def set_seed(seed: int) -> None:
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


class Run:
    """A new model with its optimizer, and a batch, made under a seed."""

    def __init__(self, trainer: Trainer, seed: int) -> None:
        set_seed(seed)
        self.trainer, self.seed = trainer, seed
        self.take(trainer.batch())
        self.model = trainer.model()
        self.optimizer = trainer.optimizer(self.model)

    def take(self, batch: Batch) -> None:
        self.batch, (inputs, self.targets) = batch, batch
        self.inputs = inputs if isinstance(inputs, tuple) else (inputs,)

    def by_row(self) -> bool:
        """Whether each input has a row for each target."""
        return {part.shape[:1] for part in self.inputs} == {self.targets.shape[:1]}

    def outputs(self, rows: slice | None = None) -> Tensor:
        parts = (part[rows] for part in self.inputs) if rows else self.inputs
        return self.model(*parts)

    def loss(self) -> Tensor:
        return self.trainer.loss(self.outputs(), self.targets)

    def steps(self, count: int) -> None:
        for seed in range(count):
            set_seed(seed)
            if self.trainer.step:
                self.trainer.step(self.model, self.optimizer, self.batch)
            else:
                self.optimizer.zero_grad()
                self.loss().backward()
                self.optimizer.step()

    def answers(self, seed: int = 0, rows: slice | None = None) -> Tensor:
        """The outputs in eval mode; after it each module is in the mode that it had."""
        modes = [(module, module.training) for module in self.model.modules()]
        self.model.eval()
        set_seed(seed)
        with torch.no_grad():
            outputs = self.outputs(rows)
        for module, training in modes:
            module.training = training
        return outputs

    def fill_zeros(self) -> None:
        """Draw what begins at 0, such as a last layer: it hides what is before it."""
        for p in self.model.parameters():
            if p.is_floating_point() and not p.any():
                nn.init.normal_(p, std=0.02)

    def frozen(self, name: str) -> bool:
        return bool(self.trainer.frozen) and name.startswith(self.trainer.frozen)

    def learning(self) -> dict[str, nn.Parameter]:
        named = self.model.named_parameters()
        return {n: p for n, p in named if p.requires_grad and not self.frozen(n)}

    def state(self) -> dict[str, Tensor]:
        named = self.model.state_dict().items()
        return {n: value.clone() for n, value in named if torch.is_tensor(value)}


def close(one: Tensor, other: Tensor) -> bool:
    """Whether they differ by less than a thousandth of the largest number."""
    if one.shape != other.shape:
        return False
    one, other = one.detach().cpu().double(), other.detach().cpu().double()
    sizes = one[one.isfinite()].abs()
    room = 1e-3 * sizes.max().item() if sizes.numel() else 0.0
    return torch.allclose(one, other, rtol=0, atol=room, equal_nan=True)


def differing(one: dict[str, Tensor], other: dict[str, Tensor]) -> list[str]:
    return [name for name in one if not close(one[name], other[name])]


def listed(names: Iterable[str]) -> str:
    first, *rest = [name or "the whole model" for name in names]
    return f"{first} and {len(rest)} more" if rest else first


# --8<-- [end:run]


# --8<-- [start:registry]
Function = Callable[[Run], Iterator[str]]


@dataclass(frozen=True)
class Check:
    name: str
    link: str
    after: tuple[str, ...]  # what has to be in order before this one can tell
    function: Function


@dataclass(frozen=True)
class Finding:
    check: str
    what: str
    link: str


CHECKS: list[Check] = []


def check(name: str, link: str, *after: str) -> Callable[[Function], Function]:
    """Make a check of a function. It is given a new run, and yields what is wrong."""

    def register(function: Function) -> Function:
        CHECKS.append(Check(name, link, after, function))
        return function

    return register


# --8<-- [end:registry]


# --8<-- [start:batch]
@check("build", "training/loop#the-smallest-thing-that-works")
def build(run: Run) -> Iterator[str]:
    """a model, a batch and an optimizer are made"""
    for part in (*run.inputs, run.targets):
        if not torch.is_tensor(part):
            yield f"the batch has a {type(part).__name__} where a tensor should be"


@check("batch", "training/debugging#look-at-a-batch", "build")
def look_at_batch(run: Run) -> Iterator[str]:
    """numbers are finite and of a usual size, and targets differ"""
    if not all(part.isfinite().all() for part in (*run.inputs, run.targets)):
        yield "there is a nan or an infinite number"
    for part in run.inputs:
        if part.is_floating_point() and part.abs().max() > 100:
            yield f"inputs go from {part.min():.0f} to {part.max():.0f}; scale them"
    if len(run.targets) > 1 and (run.targets == run.targets[:1]).all():
        yield f"all {len(run.targets)} targets are the same"


# --8<-- [end:batch]


# --8<-- [start:model]
@check("hidden layers", "models/modules#a-list-hides-layers", "build")
def hidden_layers(run: Run) -> Iterator[str]:
    """no list or dictionary hides a layer from the model"""
    known = {id(part) for part in (*run.model.modules(), *run.model.parameters())}
    for owner, module in run.model.named_modules():
        for name, value in vars(module).items():
            if name.startswith("_") or not isinstance(value, list | tuple | dict):
                continue
            parts = value.values() if isinstance(value, dict) else value
            layers = [p for p in parts if isinstance(p, nn.Module | nn.Parameter)]
            if any(id(layer) not in known for layer in layers):
                yield f"{owner}.{name} hides them; use nn.ModuleList".removeprefix(".")


@check("plain tensors", "models/modules#buffers", "build")
def plain_tensors(run: Run) -> Iterator[str]:
    """each tensor of the model is a parameter or a buffer"""
    for owner, module in run.model.named_modules():
        for name, value in vars(module).items():
            if torch.is_tensor(value):
                yield f"{owner}.{name} is neither; register it".removeprefix(".")


PLACE = "foundations/devices#create-it-where-you-need-it"


@check("devices", PLACE, "plain tensors", "hidden layers")
def devices(run: Run) -> Iterator[str]:
    """all is on one device, and on meta forward shows no other"""
    parts = [*run.model.parameters(), *run.model.buffers(), *run.inputs, run.targets]
    if len(found := sorted({str(part.device) for part in parts})) > 1:
        yield f"model and batch are on {' and '.join(found)}"
        return
    try:  # meta is a second device that every machine has
        run.model.to("meta")(*(part.to("meta") for part in run.inputs))
    except Exception as error:
        told = str(error)  # other errors say something about meta
        if "expected device" in told or "same device" in told:
            yield "a tensor of forward does not follow its input: device=x.device"


# --8<-- [end:model]


# --8<-- [start:shapes]
def classes(outputs: Tensor, targets: Tensor) -> int:
    """How long the axis is that the outputs have and the targets lack, or 0."""
    shape = tuple(outputs.shape)
    axes = [a for a in (1, -1) if len(shape) > 1 and outputs.ndim == targets.ndim + 1]
    fits = [a for a in axes if outputs.select(a, 0).shape == targets.shape]
    return shape[fits[0]] if fits else 0


@check("shapes", "training/debugging#shapes", "devices")
def look_at_shapes(run: Run) -> Iterator[str]:
    """outputs fit the targets, and the loss is one number"""
    outputs, targets = run.outputs(), run.targets
    both = f"outputs {tuple(outputs.shape)}, targets {tuple(targets.shape)}"
    if targets.is_floating_point() and outputs.shape != targets.shape:
        yield f"{both}: numbers are compared one by one"
    elif not targets.is_floating_point() and not classes(outputs, targets):
        yield f"{both}: outputs need one axis more, for the classes"
    elif not targets.is_floating_point() and targets.max() >= classes(outputs, targets):
        yield f"{both}: there is no output for class {targets.max()}"
    else:
        loss = run.trainer.loss(outputs, targets)
        if loss.numel() != 1:
            yield f"the loss has the shape {tuple(loss.shape)}: take its mean"


@check("first loss", "training/debugging#the-first-loss", "batch", "shapes")
def first_loss(run: Run) -> Iterator[str]:
    """the loss begins where a guess is"""
    outputs, targets, expected = run.outputs(), run.targets, run.trainer.first_loss
    loss = run.trainer.loss(outputs, targets).item()
    if expected is None and not targets.is_floating_point():
        expected = math.log(classes(outputs, targets))
    elif expected is None and ((targets == 0) | (targets == 1)).all():
        expected = math.log(2)
    elif expected is None:  # numbers: it may begin below the guess, but not far above
        mean = targets.mean(dim=0).expand_as(targets)
        guess = run.trainer.loss(mean, targets).item()
        expected = min(max(loss, 0.0), 3 * guess)
    if not abs(loss - expected) <= abs(expected) / 4:
        yield f"it is {loss:.1f}, and {expected:.1f} is expected"


# --8<-- [end:shapes]


# --8<-- [start:step]
@check("gradients", "deploy/testing#does-everything-learn", "shapes")
def gradients(run: Run) -> Iterator[str]:
    """a gradient reaches every parameter"""
    names = [name for name, _ in run.model.named_parameters() if not run.frozen(name)]
    learning = run.learning()
    if frozen := [name for name in names if name not in learning]:
        yield f"requires_grad is off, and not said in frozen: {listed(frozen)}"
    if not run.loss().requires_grad:
        yield "the loss has no graph: look for detach, item() and no_grad"
        return
    norms: dict[str, list[float]] = {name: [] for name in learning}
    for name, p in learning.items():
        p.register_hook(lambda g, name=name: norms[name].append(g.norm().item()))
    run.steps(5)
    if none := [name for name in norms if not norms[name]]:
        yield f"no gradient comes to {listed(none)}"
    if zero := [name for name in norms if norms[name] and not any(norms[name])]:
        yield f"the gradient is always 0 for {listed(zero)}"


@check("one step", "training/debugging#one-step", "first loss", "gradients")
def one_step(run: Run) -> Iterator[str]:
    """every parameter moves, from two axes on by less than its size"""
    groups, learning, before = run.optimizer.param_groups, run.learning(), run.state()
    known = {id(p) for group in groups for p in group["params"]}
    if lost := [name for name, p in learning.items() if id(p) not in known]:
        yield f"the optimizer was not given {listed(lost)}"
    run.steps(1)
    sizes = {name: before[name].norm() for name, p in learning.items() if p.ndim > 1}
    moved = {name: (learning[name].detach() - before[name]).norm() for name in sizes}
    if far := [name for name in sizes if 0 < sizes[name] < moved[name]]:
        yield f"one step is longer than the whole of {listed(far)}: lower the rate"
    run.steps(4)
    stays = [name for name, p in learning.items() if torch.equal(p, before[name])]
    if still := [name for name in stays if name not in lost]:
        yield f"5 steps do not move {listed(still)}"


# --8<-- [end:step]


# --8<-- [start:modes]
@check("modes", "training/debugging#the-mode", "gradients")
def modes(run: Run) -> Iterator[str]:
    """the model is in training mode, in the second step too"""
    training: dict[nn.Module, bool] = {}

    def look(part: nn.Module, _: object) -> None:
        if torch.is_grad_enabled():
            training[part] = part.training

    for part in run.model.modules():
        part.register_forward_pre_hook(look)
    run.steps(2)
    named = run.model.named_modules()
    off = [n for n, part in named if not training.get(part, True) and not run.frozen(n)]
    if off:
        yield f"it trains in eval mode: {listed(off)}"


@check("eval", "models/modules#train-and-eval", "shapes")
def eval_mode(run: Run) -> Iterator[str]:
    """but for dropout and batch norm, eval() answers as train()"""
    run.fill_zeros()
    before, one, two = run.state(), run.answers(seed=1), run.answers(seed=2)
    if not close(one, two):
        yield "eval() answers one batch in two ways: something is drawn or changed"
    if off := differing(before, run.state()):
        yield f"a forward pass in eval() changes {listed(off)}"
    for module in run.model.modules():
        module.training = not hasattr(module, "running_mean")
    trained = []
    for seed in (1, 2):
        set_seed(seed)
        trained.append(run.outputs())
    if close(*trained) and not close(trained[0], one):
        yield "eval() answers otherwise, and nothing is drawn or normalised"


@check("rows", "training/debugging#do-examples-mix", "eval")
def rows(run: Run) -> Iterator[str]:
    """in eval(), a row has the same answer without the others"""
    if not run.by_row():
        return
    run.fill_zeros()
    every = run.answers()
    for word, row in {"first": slice(1), "last": slice(-1, None)}.items():
        among, alone = every[row], run.answers(rows=row)
        if among.shape != alone.shape:
            yield f"outputs {tuple(alone.shape)} for one row, not {tuple(among.shape)}"
            return
        if not close(among, alone):
            yield f"alone, the {word} row gets another answer"
            return


# --8<-- [end:modes]


# --8<-- [start:again]
@check("seeds", "training/reproducibility#which-generator-feeds-what", "gradients")
def seeds(run: Run) -> Iterator[str]:
    """two runs with one seed agree"""
    other = Run(run.trainer, run.seed)
    pairs = zip((*run.inputs, run.targets), (*other.inputs, other.targets))
    if not all(close(*pair) for pair in pairs):
        yield "the batches differ"
    elif off := differing(run.state(), other.state()):
        yield f"the models begin with another {listed(off)}"
    else:
        run.steps(3)
        other.steps(3)
        if off := differing(run.state(), other.state()):
            yield f"3 steps lead to another {listed(off)}"


@check("zero_grad", "training/loop#where-zero_grad-may-stand", "one step", "seeds")
def zero_grad(run: Run) -> Iterator[str]:
    """a step does not see the gradients of the one before"""
    other = Run(run.trainer, run.seed)
    run.steps(1)
    other.steps(1)
    before = run.state()
    run.model.zero_grad()
    for p in other.model.parameters():
        if p.grad is not None:
            p.grad.mul_(-10)
    run.steps(1)
    other.steps(1)
    clean, stale = run.state(), other.state()
    for name in run.learning():
        step = (clean[name] - before[name]).norm()
        if (clean[name] - stale[name]).norm() > 0.1 * step:
            yield "the gradients of the first step are in the second"
            return


@check("checkpoint", "training/checkpoints#resume-exactly", "modes", "seeds", "eval")
def checkpoint(run: Run) -> Iterator[str]:
    """saved and loaded, a run goes on as if nothing had been"""
    run.steps(2)
    run.model.zero_grad()
    file, other = io.BytesIO(), Run(run.trainer, run.seed + 1)
    torch.save((run.model.state_dict(), run.optimizer.state_dict()), file)
    file.seek(0)
    for part, state in zip((other.model, other.optimizer), torch.load(file)):
        part.load_state_dict(state)
    other.take(run.batch)
    if not close(run.answers(), other.answers()):
        yield "the answers are others: the state_dict of the model lacks something"
        return
    run.steps(1)
    other.steps(1)
    if off := differing(run.state(), other.state()):
        yield f"the next step leads to another {listed(off)}"


# --8<-- [end:again]


# --8<-- [start:end]
@check(
    "one batch", "training/debugging#one-batch-by-heart", "one step", "modes", "eval"
)
def one_batch(run: Run) -> Iterator[str]:
    """in 300 steps on one batch, its loss falls to a third"""
    first = last = run.loss().item()
    for _ in range(15):
        run.steps(20)
        last = run.trainer.loss(run.answers(), run.targets).item()
        if last < first / 3:
            return
    yield f"it falls from {first:.1f} to {last:.1f} only"


@check("export", "deploy/export#sizes-that-may-vary", "rows")
def export(run: Run) -> Iterator[str]:
    """torch.export keeps the answers, for fewer rows too"""
    rows = len(run.targets)
    by_row = {0: torch.export.Dim.DYNAMIC} if rows > 1 else {}
    sizes = tuple(by_row if p.shape[:1] == (rows,) else {} for p in run.inputs)
    half = slice(rows // 2 or 1) if run.by_row() else None
    run.fill_zeros()
    expected = run.answers(rows=half)
    logging.disable(logging.WARNING)  # the report has the first line of an error
    with warnings.catch_warnings(), contextlib.redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        try:
            model = run.model.eval()
            program = torch.export.export(model, run.inputs, dynamic_shapes=sizes)
            run.model = program.module()
            answer = run.outputs(half)
        finally:
            logging.disable(logging.NOTSET)
    if not close(expected, answer):
        yield "the program gives other answers"


# --8<-- [end:end]


# --8<-- [start:report]
Found = dict[str, list[Finding] | None]


def inspect(trainer: Trainer, seed: int = 0) -> Found:
    """Findings by check; None where an earlier check has to be in order first."""
    found: Found = {}
    for one in CHECKS:
        if one.name in trainer.skip:
            continue
        found[one.name] = None
        if any(found.get(name, []) != [] for name in one.after):
            continue
        try:
            wrong = list(one.function(Run(trainer, seed)))
        except Exception as error:
            told = (str(error).splitlines() or [""])[0]
            wrong = [f"{type(error).__name__}: {told[:60]}"]
        found[one.name] = [Finding(one.name, what, one.link) for what in wrong]
    return found


def report(found: Found, site: str = "") -> str:
    """The findings, to read, with links to the handbook at the address of a site."""
    told = {one.name: one.function.__doc__ for one in CHECKS}
    lines = []
    for name, findings in found.items():
        if not findings:
            mark = "-" if findings is None else "ok"
            lines.append(f"{mark:6}{name:15}{told[name]}")
        for finding in findings or []:
            page, _, anchor = finding.link.partition("#")
            place = f"{site.rstrip('/')}/{page}/#{anchor}" if site else finding.link
            lines += [f"{'WRONG':6}{name:15}{finding.what}", f"{'':21}see {place}"]
    count = sum(len(findings or []) for findings in found.values())
    return "\n".join([*lines, f"{len(found)} checks, findings: {count}"])


# --8<-- [end:report]


# --8<-- [start:main]
def load(path: Path) -> Trainer:
    """What trainer() of the file returns; where that fails, a sentence says why."""
    if not path.is_file():
        sys.exit(f"There is no file {path}.")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if not spec or not spec.loader:
        sys.exit(f"{path} is no Python file.")
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.absolute().parent))
    try:
        spec.loader.exec_module(module)
        make = getattr(module, "trainer", None)
        trainer = make() if callable(make) else None
    except Exception as error:
        told = (str(error).splitlines() or [""])[0]
        sys.exit(f"{path} raises {type(error).__name__}: {told}")
    if not callable(make):
        sys.exit(f"{path} has no function trainer().")
    if not isinstance(trainer, Trainer):
        kind = type(trainer).__name__
        sys.exit(f"trainer() of {path} returns a {kind}, not a preflight.Trainer.")
    return trainer


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, help="has a function trainer()")
    parser.add_argument("--seed", type=int, default=0, help="of weights and batch")
    parser.add_argument("--site", default="", help="where the handbook is, for links")
    given = parser.parse_args(arguments)
    if given.file is None:
        sys.exit("Name a file with a function trainer(): python preflight.py FILE")
    found = inspect(load(given.file), given.seed)
    print(report(found, given.site))
    sys.exit(1 if any(found.values()) else 0)


if __name__ == "__main__":
    import preflight  # the module that FILE imports, so that both mean one Trainer

    preflight.main(sys.argv[1:])
# --8<-- [end:main]
