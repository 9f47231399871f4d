"""On the stand-in accelerator each script prints what it prints on the CPU, and faults of devices show."""

from __future__ import annotations

import harness
import pytest
import standin
from harness import BOOK, Job

from handbook import DEVICES, Script

NEUTRAL = [script for script in BOOK.scripts.values() if not script.only]
EXCEPTIONS = {"performance/compile/inductor": "Inductor writes code for devices that it knows"}
SCRIPT = '''\
"""Print."""

# --8<-- [start:print]
import torch

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
torch.manual_seed(0)
ones = torch.ones(2, device=device)
print({})
# --8<-- [end:print]
'''
FAULTS = {
    "a tensor left behind": ("ones + torch.ones(2)", "Expected all tensors to be on the same device"),
    "a layer left behind": ("torch.nn.Linear(2, 1)(ones).shape", "Expected all tensors to be on the same device"),
    "a sum on the CPU": ("torch.zeros(()).add_(ones.sum())", "Expected all tensors to be on the same device"),
    "a generator of the CPU": (
        "torch.rand(2, device=device, generator=torch.Generator()).shape",
        "Expected a 'standin' device type for generator but found 'cpu'",
    ),
    "float64": ("ones.double()", "Cannot convert a standin Tensor to double"),
    "float64 of NumPy": ("torch.tensor(ones.tolist(), dtype=torch.float64).to(device)", "standin Tensor to double"),
    "no .cpu()": ("ones.numpy()", "can't convert standin:0 device type tensor to numpy"),
    "numbers drawn on the device": ("torch.rand(2, device=device)", "prints something else"),
}
SOUND = [
    "ones, ones.mean(), torch.rand(2).to(device)",
    "ones[torch.tensor([0, 1])] * torch.tensor(2.0) + 1",
    "ones.cpu().double() / 3, ones.cpu().numpy()",
    "torch.rand(2, device=device, generator=torch.Generator(device)).shape",
    "torch.nn.functional.conv1d(ones[None], ones.view(1, 1, 2)).item()",
]


@pytest.fixture(scope="module")
def library():
    if lack := standin.missing():
        pytest.skip(lack)
    return standin.library()


@pytest.fixture
def differences(library, tmp_path):
    """What the stand-in finds in a script that prints something, and that the CPU ran."""

    def found(printed: str) -> list[str]:
        for name, text in (("examples/print.py", SCRIPT.format(printed)), ("docs/print.md", "# Print\n")):
            (tmp_path / name).parent.mkdir()
            (tmp_path / name).write_text(text, encoding="utf-8")
        on_cpu, there = (Job(Script(tmp_path, "print"), device, tmp_path) for device in ("cpu", "standin"))
        outcome = harness.run(on_cpu)
        assert outcome.failure is None
        return [str(one) for one in harness.differences(there, harness.run(there), records=outcome.printed)]

    return found


@pytest.mark.parametrize(("printed", "message"), FAULTS.values(), ids=FAULTS)
def test_fault_is_found(printed, message, differences):
    assert message in "\n".join(differences(printed))


@pytest.mark.parametrize("printed", SOUND)
def test_sound_script_passes(printed, differences):
    assert differences(printed) == []


def case(script: Script, asked: bool):
    marks = [] if asked and "slow" not in script.header else [pytest.mark.slow]
    if script.name in EXCEPTIONS:
        marks.append(pytest.mark.xfail(reason=EXCEPTIONS[script.name]))
    return pytest.param(script, "standin", id=f"standin-{script.name}", marks=marks)


def pytest_generate_tests(metafunc):
    """The whole handbook is slow, but not where --device asks for it."""
    if metafunc.function is test_on_standin:
        asked = metafunc.config.option.device == "standin"
        metafunc.parametrize(("script", "device"), [case(script, asked) for script in NEUTRAL])


def test_on_standin(script, device, tmp_path, library):
    job = Job(script, device, tmp_path)
    outcome = harness.run(job)
    found = [str(one) for one in harness.differences(job, outcome)]
    if not (found or outcome.allocated or "nproc" in script.header) and ".to(device)" in script.source:
        found = [f"{script}: moves nothing to the device"]
    if found:
        raise pytest.fail.Exception("\n\n".join(found), pytrace=False) from None


def test_exceptions_are_scripts():
    assert EXCEPTIONS.keys() <= {script.name for script in NEUTRAL}


def test_no_page_names_it():
    """It says nothing about a device that a reader has."""
    assert "standin" not in DEVICES
    assert not (BOOK.root / "snippets/verified/standin.json").exists()
