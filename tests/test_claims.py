"""What printed numbers are to show is read from the records: a new one that no longer shows it is refused."""

import re

from harness import BOOK

NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?")


def printed(script: str, section: str) -> list[tuple[str, list[float]]]:
    """Each line that the section printed, and its numbers."""
    lines = BOOK.script(script).records[section].splitlines()
    return [(line, [float(number) for number in NUMBER.findall(line)]) for line in lines]


def last(script: str, section: str) -> list[float]:
    """The last number of each line that has one."""
    return [numbers[-1] for _, numbers in printed(script, section) if numbers]


def test_which_bugs_stay_above_the_least_loss_of_softmax_twice():
    lowest = {line[:18].strip(): numbers[-1] for line, numbers in printed("training/debugging", "one-batch")}
    stay = {name for name, loss in lowest.items() if loss > 1.46}
    assert stay == {"softmax twice", "wrong axis", "lr times 1000"}
    assert all(loss < 0.1 for name, loss in lowest.items() if name not in stay)


def test_steps_that_are_too_long_explode():
    (numbers,) = (numbers for line, numbers in printed("training/debugging", "bugs") if "times" in line)
    assert numbers[-2] > 5 and numbers[-1] < 0.6


def test_seeds_lie_apart():
    assert last("training/reproducibility", "machine-seeds")[-1] > 5
    losses = last("deploy/testing", "machine-too-tight")
    assert len(losses) == 5 and losses[-1] > losses[0] and 0.001 < max(losses) < 1.0


def test_the_onnx_file_answers_as_pytorch_does():
    *batches, (_, (difference,)) = printed("deploy/onnx/export", "parity")
    assert all(same == size == batch for _, (batch, same, size) in batches) and difference < 1e-4


def test_a_body_of_near_images_helps():
    name = "projects/transfer-learning/transfer"
    *_, frozen = last(name, "head")
    (scratch,), (tuned, test) = last(name, "scratch"), last(name, "fine-tune")
    assert scratch < frozen < tuned and frozen > 0.8 and test > 0.8


def test_the_best_of_twelve_flatters_itself():
    assert last("projects/fast-mnist-records/broken_fast", "chosen")[-1] > 0.002


def test_mixed_precision_and_the_schedule_reach_what_they_should():
    *_, (_, (mixed, _, full)) = printed("projects/mnist-exercises", "mixed-precision")
    assert abs(mixed - full) < 0.05
    *_, left, accuracy = last("projects/mnist-exercises", "schedule")
    assert left == 0 and accuracy > 0.85
