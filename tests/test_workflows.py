"""The workflows keep some rules, and their commands do what they should: nobody runs them before they are pushed."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import processors
import pytest
import yaml
from harness import ROOT

from handbook import Handbook

pytestmark = pytest.mark.skipif(
    sys.platform == "win32" or not shutil.which("bash") or not shutil.which("make"), reason="no bash or no make here"
)
FOLDER = ".github/workflows"
EXPRESSION = re.compile(r"\$\{\{.*?\}\}")


def all_jobs(root: Path) -> Iterator[tuple[str, dict]]:
    for path in sorted((root / FOLDER).glob("*.yml")):
        for name, job in yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].items():
            yield f"{path.name}: {name}", job


def job_of(file: str, name: str) -> dict:
    return dict(all_jobs(ROOT))[f"{file}: {name}"]


def command(file: str, job: str, words: str) -> str:
    """The one `run:` of a job that contains the words."""
    (found,) = [step["run"] for step in job_of(file, job)["steps"] if words in step.get("run", "")]
    return found


def bash(text: str, folder: Path, *options: str, **environment: str | Path) -> subprocess.CompletedProcess:
    """As a runner does: bash -e, and a folder `bin` beside the working directory comes first."""
    known = {
        "HOME": folder,
        "PATH": f"{folder.parent / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "GIT_CONFIG_GLOBAL": "/dev/null",
    }
    env = os.environ | {name: str(value) for name, value in (known | environment).items()}
    return subprocess.run(
        ["bash", "-e", *options, "-c", text], cwd=folder, capture_output=True, text=True, timeout=900, env=env
    )


def calls_of_make(text: str) -> Iterator[list[str]]:
    for line in text.replace("2>&1", "").splitlines():
        for part in re.split(r"&&|\||;|#", line):
            if part.split()[:1] == ["make"]:
                yield [os.path.expandvars(word) for word in shlex.split(part)[1:]]


def faults_of_command(root: Path, text: str, shell: str) -> Iterator[str]:
    if (done := bash(text, root, "-n")).returncode:
        yield done.stderr
    if re.search(r"[^|]\|[^|]", text) and shell != "bash":
        yield "a pipe hides a failure, unless the shell is named: bash"
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    for words in calls_of_make(text):
        for name in (word.partition("=")[0] for word in words if "=" in word):
            if not re.search(rf"^(export )?{name}\b", makefile, re.M):
                yield f"the Makefile knows no variable {name}"
        done = subprocess.run(["make", "--dry-run", *words], cwd=root, capture_output=True, text=True, timeout=60)
        if done.returncode:
            yield done.stderr
    for path in re.findall(r"(?<![\w/])(?:tests|examples|handbook|hooks|\.github)/[\w./-]+", text):
        if not (root / path).exists():
            yield f"{path} does not exist"


def faults_of_job(job: dict) -> Iterator[str]:
    condition, runner = str(job.get("if", "")), str(job.get("runs-on"))
    if "timeout-minutes" not in job:
        yield "has no timeout"
    if "vars." in runner and "github.event_name != 'pull_request'" not in condition + runner:
        yield "a pull request runs on a machine of one's own"
    for step in job["steps"]:
        action = step.get("uses", "").partition("@")[0]
        if action == "actions/upload-artifact" and "!cancelled()" not in str(step.get("if", "")):
            yield "a failure before the upload loses what passed"
        if action == "actions/deploy-pages":
            if not {"linux", "standin"} <= {*job.get("needs", [])} or re.search(r"always|cancelled|failure", condition):
                yield "publishes without the tests"
            if "github.ref == 'refs/heads/main'" not in condition or "!= 'pull_request'" not in condition:
                yield "publishes what is not on main"


def faults(root: Path) -> list[str]:
    """What is wrong with the workflows below root, each with file and job."""
    found = []
    for place, job in all_jobs(root):
        found += [f"{place}: {fault}" for fault in faults_of_job(job)]
        default = job.get("defaults", {}).get("run", {}).get("shell", "")
        for step in job["steps"]:
            words = [step.get("run", ""), *(f": {value}" for value in step.get("env", {}).values())]
            text = EXPRESSION.sub("x", "\n".join(words))
            found += [f"{place}: {fault}" for fault in faults_of_command(root, text, step.get("shell", default))]
    jobs = dict(all_jobs(root))
    low, end = map(int, re.findall(r"3\.(\d+)", Handbook(root).python))
    if jobs["test.yml: linux"]["strategy"]["matrix"]["python"] != [f"3.{minor}" for minor in range(low, end)]:
        found.append("test.yml: linux: other versions of Python than pyproject.toml")
    if jobs["processors.yml: examples"]["strategy"]["matrix"]["processor"] != [*processors.SETTINGS]:
        found.append("processors.yml: examples: other processors than tests/processors.py")
    return found


@pytest.fixture
def copied(tmp_path):
    shutil.copytree(ROOT / ".github", tmp_path / ".github")
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    for name in ("tests", "examples", "handbook", "hooks"):
        (tmp_path / name).symlink_to(ROOT / name)
    return tmp_path


def test_rules():
    assert not faults(ROOT)


BREAKS = {
    "syntax": ("newest.yml", "            fi\n", "", "syntax error"),
    "target": ("test.yml", "run: make offline", "run: make ofline", "No rule to make target 'ofline'"),
    "variable": ("test.yml", "DEVICE=cuda", "DEVCE=cuda", "knows no variable DEVCE"),
    "pipe": ("newest.yml", "shell: bash", "shell: sh", "a pipe hides a failure"),
    "path": ("network.yml", "mnist/train.py", "mnist/training.py", "mnist/training.py does not exist"),
    "path in a variable": ("newest.yml", "tests/test_exercises.py", "tests/none.py", "tests/none.py does not exist"),
    "timeout": ("network.yml", "    timeout-minutes: 120\n", "", "network.yml: network: has no timeout"),
    "upload": ("test.yml", "      - if: ${{ !cancelled() }}\n        uses", "      - uses", "cuda: a failure before"),
    "stranger": ("test.yml", "github.event_name != 'pull_request' && vars", "vars", "mps: a pull request runs on"),
    "publish untested": ("test.yml", "needs: [linux, standin]", "needs: [linux]", "publishes without the tests"),
    "publish failed": ("test.yml", "    if: github.ref", "    if: always() && github.ref", "publishes without the"),
    "publish a branch": ("test.yml", "    if: github.ref == 'refs/heads/main' &&", "    if:", "what is not on main"),
    "Python": ("test.yml", '"3.12", ', "", "other versions of Python"),
    "processor": ("processors.yml", "sse41, ", "", "other processors"),
}  # fmt: skip


@pytest.mark.parametrize("name", BREAKS)
def test_break_is_caught(copied, name):
    file, old, new, message = BREAKS[name]
    path = copied / FOLDER / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    found = faults(copied)
    assert any(message in fault for fault in found), found


@pytest.fixture
def gh(tmp_path):
    """A stand-in for GitHub's program: it notes its calls, lists $OPEN, and with $REFUSE creates nothing."""
    program = tmp_path / "bin/gh"
    program.parent.mkdir()
    program.write_text(
        '#!/bin/sh\necho "$1 $2 $3" >> "$CALLS"\n'
        'case "$2" in list) printf "%s" "$OPEN";; create) [ -z "$REFUSE" ];; esac\n'
    )
    program.chmod(0o755)
    return tmp_path / "calls"


@pytest.fixture
def records(tmp_path, gh):
    """A repository, a run of main on each device that changed one record, and the job that gathers them."""
    steps = {device: command("test.yml", device, f"records-{device}.patch") for device in ("mps", "cuda")}
    offer, temporary = command("test.yml", "records", "offer-records"), tmp_path / "runner/records"
    temporary.mkdir(parents=True)
    (tmp_path / "first/snippets").mkdir(parents=True)
    shutil.copytree(ROOT / ".github", tmp_path / "first/.github")
    for device in steps:
        (tmp_path / f"first/snippets/{device}.txt").write_text("old\n")
    git = "git -c user.name=a -c user.email=a@b.c"
    setup = f"git init -qb main --bare ../origin && git init -qb main . && {git} add . && {git} commit -qm a"
    assert bash(f"{setup} && git push -q ../origin main", tmp_path / "first").returncode == 0

    def run(changed: str, **environment: str) -> subprocess.CompletedProcess:
        for device, line in steps.items():
            shutil.rmtree(tmp_path / "work", ignore_errors=True)
            assert bash("git clone -q origin work", tmp_path).returncode == 0
            (tmp_path / f"work/snippets/{device}.txt").write_text(f"{changed}\n")
            assert bash(line, tmp_path / "work").returncode == 0
            shutil.move(tmp_path / f"work/records-{device}.patch", temporary / f"records-{device}.patch")
        shutil.rmtree(tmp_path / "work")
        assert bash("git clone -q origin work", tmp_path).returncode == 0
        gh.unlink(missing_ok=True)
        known = {
            "CALLS": gh,
            "RUNNER_TEMP": temporary.parent,
            "GITHUB_SERVER_URL": "https://host",
            "GITHUB_REPOSITORY": "a/b",
        }
        return bash(offer, tmp_path / "work", **known | environment)

    return run


def on_branch(tmp_path: Path, line: str) -> str:
    return bash(f"git --git-dir origin {line}", tmp_path).stdout


def test_records_become_one_pull_request(records, gh, tmp_path):
    """Both devices' records, on one branch with one commit, however often it runs."""
    assert records("new").returncode == 0
    assert "pr create" in gh.read_text()
    assert records("newer", OPEN="7").returncode == 0
    assert "workflow run test.yml" in gh.read_text() and "pr create" not in gh.read_text()
    assert on_branch(tmp_path, "rev-list --count main..records") == "1\n"
    assert [on_branch(tmp_path, f"show records:snippets/{name}.txt") for name in ("mps", "cuda")] == ["newer\n"] * 2


def test_records_without_the_right_to_open_a_pull_request(records, tmp_path):
    done = records("new", REFUSE="yes")
    assert done.returncode == 0
    assert "::warning" in done.stdout and "https://host/a/b/compare/main...records" in done.stdout
    assert on_branch(tmp_path, "show records:snippets/mps.txt") == "new\n"


def test_records_that_did_not_change(records, gh, tmp_path):
    done = records("old")
    assert (done.returncode, done.stdout) == (0, "No record changed.\n")
    assert not gh.exists() and "records" not in on_branch(tmp_path, "branch")


def test_notebooks_are_a_branch_of_their_own(records, gh, tmp_path):
    """With the pages' notebooks of this run, and of no run before."""
    records("old")  # makes origin and work
    for name in ("one", "two"):
        (tmp_path / name / "models").mkdir(parents=True)
        (tmp_path / name / f"models/{name}.ipynb").write_text("{}")
        push = f"bash {ROOT}/.github/push-notebooks.sh {tmp_path / name}"
        done = bash(push, tmp_path / "work", CALLS=gh)
        assert done.returncode == 0, done.stderr
        bash("git switch --quiet main && git branch --delete --force notebooks", tmp_path / "work")
    assert on_branch(tmp_path, "ls-tree -r --name-only notebooks") == "models/two.ipynb\n"
    assert on_branch(tmp_path, "rev-list --count notebooks") == "1\n"


@pytest.mark.parametrize(("open_issue", "call"), [("", "issue create"), ("7", "issue edit 7")])
def test_newest_has_one_issue(open_issue, call, gh, tmp_path):
    """Here pip has failed, so that there is neither torch nor a report."""
    work = tmp_path / "work"
    work.mkdir()
    (work / "log.txt").write_text("ERROR: No matching distribution\n")
    done = bash(
        command("newest.yml", "newest", "gh issue"), work, "-o", "pipefail", CALLS=gh, OPEN=open_issue, TITLE="a title"
    )
    assert done.returncode == 0, done.stderr
    assert [line.startswith(call) for line in gh.read_text().splitlines()] == [False, True]
    body = (work / "body.md").read_text()
    assert "no torch installed" in body and "ERROR: No matching distribution\n```" in body


@pytest.mark.parametrize(("status", "said"), [(0, "works=yes\n"), (1, "")])
def test_mac_that_refuses_mps_is_skipped(status, said, tmp_path):
    python = tmp_path / ".handbook-venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(f"#!/bin/sh\nexit {status}\n")
    python.chmod(0o755)
    (tmp_path / "output").touch()
    done = bash(command("test.yml", "mps", "device='mps'"), tmp_path, GITHUB_OUTPUT=tmp_path / "output")
    assert (done.returncode, (tmp_path / "output").read_text()) == (0, said)
    assert ("::notice" in done.stdout) == (status == 1)


@pytest.mark.parametrize(("processor", "said"), [("threads4", "works=yes\n"), ("z80", "")])
def test_processor_that_is_not_possible_is_skipped(processor, said, tmp_path):
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    (tmp_path / "output").touch()
    text = command("processors.yml", "examples", "possible()")
    done = bash(text, tmp_path, PROCESSOR=processor, GITHUB_OUTPUT=tmp_path / "output")
    assert (done.returncode, (tmp_path / "output").read_text()) == (0, said)


@pytest.mark.slow
@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no clone of the repository to clone")
@pytest.mark.parametrize("job", ["linux", "pages"])
def test_commands_in_a_clean_clone(job, tmp_path):
    """What the job runs, in this environment instead of one just installed; pytest runs a few tests of each kind."""
    clone, venv = tmp_path / "clone", tmp_path / "venv"
    assert bash(f"git clone -q {ROOT} {clone}", tmp_path).returncode == 0
    venv.mkdir()
    for path in Path(sys.prefix).iterdir():
        if not path.name.endswith("-ready") and "-ready-" not in path.name:
            (venv / path.name).symlink_to(path)
    for name in ("bin-ready", "site-ready", "test-ready-default", "test-ready-cpu"):
        (venv / name).touch()
    few = "-k 'cpu-foundations/tensors or test_change_is_served or test_make_alone'"
    for step in job_of("test.yml", job)["steps"]:
        if "run" in step:
            env = {name: EXPRESSION.sub("https://x", value) for name, value in step.get("env", {}).items()}
            done = bash(step["run"], clone, VENV=venv, PYTEST_ADDOPTS=few, **env)
            assert done.returncode == 0, f"{step['run']}\n{done.stdout}\n{done.stderr}"
    if job == "pages":
        assert (clone / "site/index.html").is_file() and (clone / "site/handbook.zip").is_file()
    assert not bash("git status --porcelain --untracked-files=no", clone).stdout, "the run changed what git tracks"
