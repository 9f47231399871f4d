"""Run an example script in a process of its own and compare what it printed and drew with its records."""

from __future__ import annotations

import contextlib
import difflib
import gc
import multiprocessing
import os
import re
import shlex
import shutil
import signal
import socket
import sys
import tempfile
import traceback
import warnings
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace

import standin
import torch
from pytest_examples import CodeExample, EvalExample
from scripts import Broken, Script, pinned_torch

ROOT = Path(__file__).parents[1]
CAN_FORK = sys.platform == "linux"  # macOS forks too, but Accelerate and Metal do not survive it
SAME_TORCH = torch.__version__.startswith(pinned_torch(ROOT) + ".")
THIRD_PARTY = r"onnxscript|onnx_ir|onnxruntime|onnx|sklearn|matplotlib"  # their own deprecations are not ours
OF_PYTHON = r"This process .* is multi-threaded|Guards may run slower"  # of the version of Python, not of the script
FLOAT = re.compile(r"\s*((?<![\w.])[-+]?(?:\d*\.\d+(?:e[-+]?\d+)?|\d+\.(?!\w)|\d+e[-+]?\d+))(?!\.?\d)\s*", re.I)


@dataclass(frozen=True)
class Tolerance:
    """Text exactly; floats within atol + rtol * |recorded| + one unit in the last recorded place."""

    rtol: float = 1e-4
    atol: float = 1e-5
    device: str = "cpu"

    def same(self, recorded: str, printed: str) -> bool:
        (text, floats), (new_text, new_floats) = self.split(recorded), self.split(printed)
        return text == new_text and all(map(self.close, floats, new_floats))

    def split(self, text: str) -> tuple[str, list[str]]:
        if self.device != "cpu":  # what the CPU, where outputs are recorded, would have said
            text = re.sub(r",\s*device='(cuda|mps|standin)[^']*'", "", text)
            text = re.sub(r"\b(cuda|mps|standin)(:\d+)?\b", "cpu", text)
            text = re.sub(r"grad_fn=<\w+>", "grad_fn=<>", text)
        text = re.sub(r"([\[(])\s+", r"\1", " ".join(text.split()))  # padding and wrapping follow the values
        return FLOAT.sub("\0", text), FLOAT.findall(text)

    def close(self, recorded: str, printed: str) -> bool:
        digits, _, exponent = recorded.lower().partition("e")
        places = len(digits.partition(".")[2])
        last_place = 10.0 ** (int(exponent or 0) - places) if places else 0.0
        limit = self.atol + self.rtol * abs(float(recorded)) + 1.001 * last_place
        return abs(float(recorded) - float(printed)) <= limit


class Recorder:
    """Standard output, filed by the line of the script's top level that was running."""

    def __init__(self, code_file: str):
        self.code_file, self.line, self.chunks = code_file, 0, []

    def write(self, text: str) -> int:
        frame = sys._getframe(1)
        while frame and (frame.f_code.co_filename != self.code_file or frame.f_code.co_name != "<module>"):
            frame = frame.f_back
        self.line = frame.f_lineno if frame else self.line
        self.chunks.append((self.line, re.sub(r"\x1b\[[\d;]*m", "", text)))  # without the colours of a terminal
        return len(text)

    def flush(self) -> None: ...

    def isatty(self) -> bool:
        return False


@dataclass(frozen=True)
class Job:
    script: Script
    device: str
    folder: Path  # working directory of the run, where the script may write
    environment: dict[str, str] = field(default_factory=dict)
    timeout: float = 120
    start_method: str | None = None  # of the processes that the script starts; None: as Python does here


@dataclass
class Outcome:
    """What came of a run: a failure in words, or what each section printed."""

    failure: str | None = None
    printed: dict[str, str] = field(default_factory=dict)
    allocated: bool = False  # whether the run put anything on the device it is for
    notes: list[str] = field(default_factory=list)


def hide_mps() -> None:
    """On a Mac nothing in the environment hides the GPU: the one place where torch is patched."""
    torch.backends.mps.is_available = lambda: False
    torch.accelerator.is_available = lambda: False
    torch.accelerator.current_accelerator = lambda check_available=False: None


def available(device: str) -> bool:
    """Whether this machine has the device; asking must not start CUDA, or no child could be forked."""
    if device == "mps":
        return torch.backends.mps.is_available()
    return device == "cpu" or torch.cuda.is_available()


def allocated(device: str) -> bool:
    if device == "cuda":
        return torch.cuda.max_memory_allocated() > 0
    if device == "standin":
        return torch.accelerator.max_memory_allocated() > 0
    return device == "mps" and torch.mps.driver_allocated_memory() > 0


def execute(job: Job) -> Outcome:
    """Run the script as `python script.py` would, in this process."""
    script, words, sections = job.script, job.script.header, job.script.sections
    os.environ.update(job.environment)
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    if job.start_method:
        multiprocessing.set_start_method(job.start_method, force=True)
        multiprocessing.set_forkserver_preload(["torch"])  # once, not in each worker; spawn cannot spare it
    os.chdir(job.folder)
    sys.argv = [str(script.path), *shlex.split(words.get("args", ""))]
    sys.path.insert(0, str(script.path.parent))
    if job.device == "cpu" and torch.backends.mps.is_available():
        hide_mps()
    if job.device == "standin":
        standin.load()
    with tempfile.TemporaryDirectory() as temporary:
        example = CodeExample.create(script.source, path=script.path)
        code_file = Path(temporary).resolve() / f"{example.module_name}.py"
        request = SimpleNamespace(config=None, node=SimpleNamespace(nodeid=str(script)))
        recorder, found, outcome = Recorder(str(code_file)), [], Outcome()

        def warned(message, category, filename, lineno, file=None, line=None):
            if category.__name__ == words.get("warns"):
                recorder.write(f"{category.__name__}: {message}\n")
            where = str(script) if filename == str(code_file) else Path(filename).name
            found.append((category.__name__, f"{where}:{lineno}: {category.__name__}: {message}"))

        with warnings.catch_warnings(), contextlib.redirect_stdout(recorder):
            warnings.resetwarnings()
            warnings.simplefilter("always")
            warnings.simplefilter("ignore", ResourceWarning)  # of garbage from anywhere, as Python does by default
            warnings.filterwarnings("ignore", OF_PYTHON)
            for category in (DeprecationWarning, FutureWarning, PendingDeprecationWarning):
                warnings.filterwarnings("ignore", category=category, module=rf"({THIRD_PARTY})\b")
            warnings.showwarning = warned
            try:
                EvalExample(tmp_path=code_file.parent, pytest_request=request).run(
                    example,
                    module_globals={
                        "__spec__": None,
                        "__file__": str(script.path),
                    },  # or spawned workers find no script
                    rewrite_assertions=False,
                )
            except (Exception, SystemExit) as error:
                text = "".join(traceback.format_exception_only(error))
                files = {str(code_file), str(script.path)}
                lines = [n for f, n in traceback.walk_tb(error.__traceback__) if f.f_code.co_filename in files]
                if type(error).__name__ == words.get("raises"):
                    recorder.line = lines[0] if lines else recorder.line
                    recorder.write(text)
                elif not (isinstance(error, SystemExit) and not error.code):
                    outcome.failure = "".join(f"{script}:{n}\n" for n in lines) + text
            else:
                if "raises" in words:
                    outcome.failure = f"{script}:2: {words['raises']} did not come"
    kinds = {kind for kind, _ in found}
    if "warns" in words and words["warns"] not in kinds:
        outcome.failure = outcome.failure or f"{script}:2: {words['warns']} did not come"
    unexpected = [text for kind, text in found if kind != words.get("warns")]
    if unexpected and outcome.failure is None:
        if SAME_TORCH:
            outcome.failure = "\n".join(unexpected)
        else:
            outcome.notes += unexpected
    for line, text in recorder.chunks:
        name = next((name for name, span in sections.items() if line in span), str(line))
        outcome.printed[name] = outcome.printed.get(name, "") + text
    outcome.allocated = allocated(job.device)
    return outcome


def child(job: Job, pipe) -> None:
    if hasattr(os, "setsid"):
        os.setsid()
    try:
        pipe.send(execute(job))
    except BaseException:
        pipe.send(Outcome(failure=f"{job.script}: {traceback.format_exc()}"))
        raise


def run(job: Job, fork: bool = CAN_FORK) -> Outcome:
    """Run the script once, or once per rank, each run in a child process that cannot touch this one."""
    ranks = int(job.script.header.get("nproc", 1))
    fresh = not fork or "process" in job.script.header
    context = multiprocessing.get_context("spawn" if fresh else "fork")
    environment = {"CUDA_VISIBLE_DEVICES": ""} if job.device in ("cpu", "standin") else {"NVIDIA_TF32_OVERRIDE": "0"}
    if ranks > 1:
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            port = str(s.getsockname()[1])
        environment |= {
            "WORLD_SIZE": str(ranks),
            "LOCAL_WORLD_SIZE": str(ranks),
            "MASTER_ADDR": "127.0.0.1",
            "MASTER_PORT": port,
        }
    children = []
    for rank in range(ranks):
        mine = environment | ({"RANK": str(rank), "LOCAL_RANK": str(rank)} if ranks > 1 else {})
        reader, writer = context.Pipe(duplex=False)
        process = context.Process(target=child, args=(replace(job, environment=mine), writer))
        process.start()
        writer.close()
        children.append((process, reader))
    outcomes, limit = [], job.timeout * (10 if "slow" in job.script.header else 1)
    for process, reader in children:
        try:
            if reader.poll(limit):
                outcomes.append(reader.recv())
                process.join(5)
            else:
                outcomes.append(Outcome(f"{job.script}: still running after {limit:g} s"))
        except EOFError:
            process.join(5)
            outcomes.append(Outcome(f"{job.script}: its process died with exit status {process.exitcode}"))
        with contextlib.suppress(ProcessLookupError, PermissionError, AttributeError):
            os.killpg(process.pid, signal.SIGKILL)  # what hangs, and workers left behind
        process.kill()
        process.join()
    failures = [outcome.failure for outcome in outcomes if outcome.failure]
    return Outcome(failure="\n".join(failures)) if failures else outcomes[0]


def run_inline(job: Job) -> Outcome:
    """Run the script in this process, for a debugger; nothing is isolated."""
    keep = os.getcwd(), sys.argv, sys.path[:], sys.modules["__main__"], dict(os.environ)
    try:
        return execute(job)
    finally:
        os.chdir(keep[0])
        sys.argv, sys.path[:], sys.modules["__main__"] = keep[1:4]
        os.environ.clear()
        os.environ.update(keep[4])
        if "matplotlib.pyplot" in sys.modules:
            sys.modules["matplotlib.pyplot"].close("all")
        gc.collect()  # and with the script's garbage the workers that it left


def same_drawing(recorded: str, drawn: str) -> bool:
    """Whether two SVG files differ by at most one point in any coordinate; ids are hashes of coordinates."""
    number = re.compile(r"(?<![\w#])-?\d+(?:\.\d+)?(?:e[-+]\d+)?(?=pt\b|[^\w.]|$)")
    old, new = (re.sub(r'( id="|url\(#|href="#)[\w-]+', r"\1", text) for text in (recorded, drawn))
    pairs = zip(number.findall(old), number.findall(new))
    return number.sub("0", old) == number.sub("0", new) and all(abs(float(a) - float(b)) <= 1.0 for a, b in pairs)


def labels(text: str) -> list[str]:
    return [line.partition(":")[0].strip() for line in text.splitlines()]


def differences(job: Job, outcome: Outcome) -> list[str]:
    """Each section or figure that is not what its record says, with the place and the difference."""
    script, found = job.script, []
    if outcome.failure:
        return [outcome.failure]
    tolerance = Tolerance(rtol=float(script.header.get("rtol", Tolerance.rtol)), device=job.device)
    if job.device == script.only:
        tolerance = Tolerance(rtol=tolerance.rtol)
    for name in sorted(outcome.printed.keys() | script.records.keys()):
        recorded, printed = script.records.get(name, ""), outcome.printed.get(name, "")
        place = f"{script}:{script.sections[name].start}" if name in script.sections else f"{script}:{name}"
        if name not in script.sections:
            found.append(f"{place}: output or record of no section: {printed or recorded}")
        elif name.startswith("machine"):
            if labels(recorded) != labels(printed):
                found.append(f"{place}: section {name!r} has other labels than its record:\n{printed}")
        elif "raises" in script.header and not SAME_TORCH and recorded.split(":")[0] == printed.split(":")[0]:
            if recorded != printed:
                outcome.notes.append(f"section {name!r}: another text on torch {torch.__version__}")
        elif not tolerance.same(recorded, printed):
            diff = difflib.unified_diff(recorded.splitlines(), printed.splitlines(), "recorded", "printed", lineterm="")
            found.append(f"{place}: section {name!r} of {script.page} prints something else\n" + "\n".join(diff))
    drawn = {path.name: path for path in job.folder.glob("*.svg")}
    kept = {path.name: path for path in script.figures.glob("*.svg")}
    for name in sorted(drawn.keys() | kept.keys()):
        if name not in kept:
            found.append(f"{script}:1: draws {name}, which is not recorded; make record adds it")
        elif name not in drawn:
            found.append(f"{script}:1: no longer draws {name}")
        elif job.device == "cpu" and not same_drawing(kept[name].read_text(), drawn[name].read_text()):
            found.append(f"{script}:1: draws another {name} than {script.page} shows")
    return found


def record(job: Job, outcome: Outcome) -> None:
    """Write what differs beyond tolerance or has other lines; the other records stay as they are."""
    script = job.script
    if outcome.failure:
        return
    if unfiled := outcome.printed.keys() - script.sections.keys():
        raise Broken(f"{script}:{unfiled.pop()}: printed outside of every section")
    tolerance = Tolerance(rtol=float(script.header.get("rtol", Tolerance.rtol)))
    stamp = script.stamp(job.device) or {"current": False}
    up_to_date = stamp["current"] and stamp["torch"] == torch.__version__
    script.outputs.mkdir(parents=True, exist_ok=True)
    for name in script.records.keys() - outcome.printed.keys():
        (script.outputs / f"{name}.txt").unlink()
    for name, text in outcome.printed.items():
        if name.startswith("machine") and up_to_date and labels(script.records.get(name, "")) == labels(text):
            continue
        old = script.records.get(name)
        if old is None or old.count("\n") != text.count("\n") or not tolerance.same(old, text):
            (script.outputs / f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")
    script.figures.mkdir(parents=True, exist_ok=True)
    for kept in script.figures.glob("*.svg"):
        if not (job.folder / kept.name).exists():
            kept.unlink()
    for drawn in job.folder.glob("*.svg"):
        kept = script.figures / drawn.name
        if not kept.exists() or not same_drawing(kept.read_text(), drawn.read_text()):
            shutil.copy(drawn, kept)
    for folder in (script.outputs, script.figures):
        with contextlib.suppress(OSError):
            folder.rmdir()  # only if it is empty
    script.__dict__.pop("records", None)
