"""Run an example script in a process of its own and say how what it printed and drew differs from its records."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import re
import shlex
import socket
import subprocess
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace

import processors
import standin
import torch
from child import CAN_FORK, Child
from comparison import Difference, in_figures, in_sections
from pytest_examples import CodeExample, EvalExample

from handbook import Handbook, Script

BOOK = Handbook(Path(__file__).parents[1])
ROOT = BOOK.root
SAME_TORCH = torch.__version__.startswith(f"{BOOK.torch}.")
# Their own deprecations are not ours.
THIRD_PARTY = r"onnxscript|onnx_ir|onnxruntime|onnx|sklearn|matplotlib|mlflow|sqlalchemy"
LOOPBACK = ("127.0.0.1", "::1", "localhost")
OF_PYTHON = r"This process .* is multi-threaded|Guards may run slower"  # of the version of Python, not of the script


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
    """What came of a run: what went wrong, or what each section printed."""

    failure: Difference | None = None
    printed: dict[str, str] = field(default_factory=dict)
    allocated: bool = False  # whether the run put anything on the device it is for
    machine: str = ""
    notes: list[Difference] = field(default_factory=list)  # other words of another torch, which are no failure


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

    def by_section(self, sections: dict[str, range]) -> dict[str, str]:
        """What stands in no section is filed under its line."""
        printed: dict[str, str] = {}
        for line, text in self.chunks:
            name = next((name for name, span in sections.items() if line in span), str(line))
            printed[name] = printed.get(name, "") + text
        return printed


class Warned:
    """Warnings of a run: those that the header announces are output, any other is a fault."""

    def __init__(self, script: Script, recorder: Recorder):
        self.script, self.recorder, self.expected = script, recorder, script.header.get("warns")
        self.came, self.faults, self.process = False, [], os.getpid()

    def show(self, message, category, filename, lineno, file=None, line=None) -> None:
        text = f"{category.__name__}: {message}"
        if os.getpid() != self.process:  # a worker: what it keeps nobody sees
            os.write(2, f"{text}\n".encode())
        elif category.__name__ == self.expected:
            self.came = True
            self.recorder.write(text + "\n")
        else:
            where = str(self.script) if filename == self.recorder.code_file else Path(filename).name
            self.faults.append(Difference(f"{where}:{lineno}", "warning", text))

    @contextlib.contextmanager
    def caught(self) -> Iterator[None]:
        with warnings.catch_warnings():
            warnings.resetwarnings()
            warnings.simplefilter("always")
            warnings.simplefilter("ignore", ResourceWarning)  # of garbage from anywhere, as Python does by default
            warnings.filterwarnings("ignore", OF_PYTHON)
            for category in (DeprecationWarning, FutureWarning, PendingDeprecationWarning):
                warnings.filterwarnings("ignore", category=category, module=rf"({THIRD_PARTY})\b")
            warnings.showwarning = self.show
            yield


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


def machine(device: str) -> str:
    """What the run was on. It starts CUDA: only a child may ask."""
    if device == "cuda":
        return torch.cuda.get_device_name()
    if device == "mps":
        line = ["sysctl", "-n", "machdep.cpu.brand_string"]
        return subprocess.run(line, capture_output=True, text=True).stdout.strip()
    return processors.described()


def computes_otherwise(job: Job) -> bool:
    """Whether ATen has chosen its instructions before it could read the setting of the job."""
    wanted = job.environment.get("ATEN_CPU_CAPABILITY")
    os.environ.update(job.environment)
    return bool(wanted) and torch.backends.cpu.get_cpu_capability().lower() != wanted


@contextlib.contextmanager
def settled(job: Job) -> Iterator[Path]:
    """The process as `python script.py` would have it; yields where the code will lie."""
    os.environ.update(job.environment)
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    if job.start_method:
        multiprocessing.set_start_method(job.start_method, force=True)
        multiprocessing.set_forkserver_preload(["torch"])  # once, not in each worker; spawn cannot spare it
    os.chdir(job.folder)
    sys.argv = [str(job.script.path), *shlex.split(job.script.header.get("args", ""))]
    sys.path.insert(0, str(job.script.path.parent))
    if job.device == "cpu" and torch.backends.mps.is_available():
        hide_mps()
    if job.device == "standin":
        standin.load()
    with tempfile.TemporaryDirectory() as temporary:
        yield Path(temporary).resolve()


def run_code(script: Script, example: CodeExample, recorder: Recorder) -> Difference | None:
    """Run it; the error that the header announces is output, any other is the failure."""
    expected, code_file = script.header.get("raises"), Path(recorder.code_file)
    request = SimpleNamespace(config=None, node=SimpleNamespace(nodeid=str(script)))
    try:
        EvalExample(tmp_path=code_file.parent, pytest_request=request).run(
            example,
            module_globals={"__spec__": None, "__file__": str(script.path)},  # or spawned workers find no script
            rewrite_assertions=False,
        )
    except (Exception, SystemExit) as error:
        text = "".join(traceback.format_exception_only(error))
        files = {str(code_file), str(script.path)}
        lines = [n for f, n in traceback.walk_tb(error.__traceback__) if f.f_code.co_filename in files]
        if type(error).__name__ == expected:
            recorder.line = lines[0] if lines else recorder.line
            recorder.write(text)
        elif not (isinstance(error, SystemExit) and not error.code):
            *outer, place = [f"{script}:{n}" for n in lines] or [str(script)]
            told = f"{expected} was expected, and this came: {text}" if expected else text
            return Difference("\n".join([*outer, place]), "type of error" if expected else "failure", told)
    else:
        if expected:
            return Difference(f"{script}:2", "type of error", f"{expected} did not come")
    return None


def execute(job: Job) -> Outcome:
    """Run the script in this process."""
    script = job.script
    if computes_otherwise(job):
        return Outcome(Difference(str(script), "processor", "this process has computed as another processor before"))
    with settled(job) as folder:
        example = CodeExample.create(script.source, path=script.path)
        recorder = Recorder(str(folder / f"{example.module_name}.py"))
        warned = Warned(script, recorder)
        with warned.caught(), contextlib.redirect_stdout(recorder):
            failure = run_code(script, example, recorder)
    if failure is None and warned.expected and not warned.came:
        failure = Difference(f"{script}:2", "warning", f"{warned.expected} did not come")
    if failure is None and warned.faults and SAME_TORCH:
        first, *others = warned.faults
        failure = replace(first, words="\n".join([first.words, *map(str, others)]))
    outcome = Outcome(failure, recorder.by_section(script.sections), notes=[] if SAME_TORCH else warned.faults)
    outcome.allocated = allocated(job.device)
    outcome.machine = machine(job.device) if outcome.allocated or job.device == "cpu" else ""
    return outcome


@contextlib.contextmanager
def past_python(script: Script) -> Iterator[list[Difference]]:
    """What workers, other processes and C print is a fault, as sys.stdout never sees it; so is a warning of theirs."""
    found: list[Difference] = []
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        os.dup2(output.fileno(), 1)
        os.dup2(errors.fileno(), 2)
        with contextlib.redirect_stderr(sys.__stderr__):
            yield found
            sys.__stderr__.flush()
        for file, pattern, kind in ((output, r".*", "words"), (errors, r".*\w+Warning: .*", "warning")):
            file.seek(0)
            if lines := [line for line in file.read().decode().splitlines() if re.fullmatch(pattern, line)]:
                told = "printed by another process, or past sys.stdout:\n" + "\n".join(lines)
                found.append(Difference(str(script), kind, told))


def refuse_network(event: str, arguments: tuple) -> None:
    """An audit hook: what an example shows must not hang on another machine."""
    if event == "socket.connect" and isinstance(arguments[1], tuple) and arguments[1][0] not in LOOPBACK:
        raise PermissionError(f"an example asks the network: {arguments[1][0]}")


def work(send: Callable[[Outcome], None], job: Job) -> None:
    sys.addaudithook(refuse_network)
    try:
        with past_python(job.script) as found:
            outcome = execute(job)
        outcome.failure = outcome.failure or next(iter(found), None)
        send(outcome)
    except BaseException:
        send(Outcome(Difference(str(job.script), "failure", traceback.format_exc())))
        raise


def ranks(job: Job) -> list[dict[str, str]]:
    """The variables of each process of the run: as torchrun sets them, if there are several."""
    shared = {"CUDA_VISIBLE_DEVICES": ""} if job.device in ("cpu", "standin") else {"NVIDIA_TF32_OVERRIDE": "0"}
    number = int(job.script.header.get("nproc", 1))
    if number == 1:
        return [shared]
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = str(s.getsockname()[1])
    shared |= {"WORLD_SIZE": str(number), "LOCAL_WORLD_SIZE": str(number)}
    shared |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port}
    return [shared | {"RANK": str(rank), "LOCAL_RANK": str(rank)} for rank in range(number)]


def run(job: Job, fork: bool = CAN_FORK) -> Outcome:
    """Run the script once, or once per rank, each run in a child process that cannot touch this one."""
    fresh, limit = not fork or "process" in job.script.header, job.timeout * (10 if "slow" in job.script.header else 1)
    outcomes = []
    with contextlib.ExitStack() as stack:
        jobs = [replace(job, environment=job.environment | variables) for variables in ranks(job)]
        for child in [stack.enter_context(Child(work, one, fresh=fresh)) for one in jobs]:
            try:
                outcomes.append(child.receive(limit))
                child.process.join(5)
            except TimeoutError:
                outcomes.append(Outcome(Difference(str(job.script), "failure", f"still running after {limit:g} s")))
            except EOFError:
                told = f"its process died with exit status {child.process.exitcode}"
                outcomes.append(Outcome(Difference(str(job.script), "failure", told)))
    return next((outcome for outcome in outcomes if outcome.failure), outcomes[0])


def differences(
    job: Job, outcome: Outcome, records: dict[str, str] | None = None, figures: Path | None = None
) -> list[Difference]:
    """How the run differs from the script's records and figures, or from the given ones.

    On another torch than the pinned one, other words of an expected error are notes, no failure.
    """
    if outcome.failure:
        return [outcome.failure]
    script = job.script
    found = list(in_sections(script, script.records if records is None else records, outcome.printed, job.device))
    found += in_figures(script, job.folder, figures or script.figures, compare=job.device == "cpu")
    if not SAME_TORCH:
        outcome.notes += [one for one in found if one.kind == "text of error"]
        found = [one for one in found if one.kind != "text of error"]
    return found
