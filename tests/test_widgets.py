"""The calculators of the pages: what each shows for some inputs, and why it refuses others, is what torch says."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

import pytest
import test_browser
import torch
from axe_playwright_python.sync_playwright import Axe
from harness import BOOK, ROOT
from test_browser import COLOUR_RULES, FAULTS, RINGED, open_page
from test_site import page
from torch import nn
from torch.nn import functional as F
from torch.optim import lr_scheduler
from torch.utils.data import DataLoader, WeightedRandomSampler

address, browser, reader = test_browser.address, test_browser.browser, test_browser.reader  # the fixtures

WIDGETS = {
    fence.body[0]: (page.name, " ".join(" ".join(fence.body[1:]).split()))
    for page in BOOK.pages.values()
    for fence in page.fences
    if fence.language == "widget"
}
SHOWN = """([name, cases]) => {
  const box = document.querySelector(`[data-widget=${name}]`), told = box.querySelector("output")
  return cases.map(given => {
    for (const [field, value] of Object.entries(given)) {
      const control = box.querySelector(`[name=${field}]`)
      control.value = value
      control.dispatchEvent(new Event("input", { bubbles: true }))
    }
    const rows = [...box.querySelectorAll(".cells span")].map(row => [...row.children].map(cell =>
      [cell.textContent, cell.classList.contains("on")]))
    const shares = [...box.querySelectorAll("progress")].map(bar => bar.value)
    const heights = [...box.querySelectorAll(".curve i")].map(bar => parseFloat(bar.style.height))
    return { told: told.innerText, refused: box.classList.contains("refused"), rows, shares, heights }
  })
}"""
Given = dict[str, str]


def typed(values) -> str:
    return ", ".join(map(str, values))


def sizes(text: str) -> list[int]:
    return [int(word) for word in re.findall(r"-?\d+", text)]


def real(text: str) -> list[float]:
    return [float(eval(word.replace("-inf", "float('-inf')"))) for word in text.split(",")]


class Broadcast:
    fields = ("a", "b")

    def cases(self, rng: random.Random) -> Iterator[Given]:
        given = ["3, 1|4", "4|3, 4", "|2, 3", "()|()", "(3,)|[1]", "0|1", "0|3", "2 3 4|5, 1, 4", "3, 4|3", "0, 1|1, 0"]
        for _ in range(30):
            pair = [[rng.choice([1, 1, 2, 3]) for _ in range(rng.randrange(5))] for _ in range(2)]
            given.append("|".join(map(typed, pair)))
        yield from (dict(zip(self.fields, pair.split("|"))) for pair in given)

    def torch(self, given: Given):
        a, b = sizes(given["a"]), sizes(given["b"])
        result = tuple((torch.zeros(a) + torch.zeros(b)).shape)
        assert result == torch.broadcast_shapes(a, b)
        return tuple(a), tuple(b), result

    def compare(self, given, found, shown):
        a, b, result = found
        assert shown["told"] == f"{a} and {b} broadcast to {result}."
        rows = [[text for text, _ in row] for row in shown["rows"]]
        assert rows == [[""] * (len(result) - len(one)) + [str(size) for size in one] for one in found]

    mistakes = (
        ({"a": "3, x"}, "whole numbers"),
        ({"a": "3.5"}, "whole numbers"),
        ({"a": "3", "b": "-1, 3"}, "no size is below 0"),
    )


class Strides:
    fields = ("shape", "stride", "offset")

    def cases(self, rng: random.Random) -> Iterator[Given]:
        for view in ("table", "table.T", "table[:, ::2]", "table[1:, ::2]", "table[:, :1].expand(3, 4)"):
            yield {"view": view}
        given = ["3, 5|4, 1|0", "3, 4|4|0", "3, 4|-4, 1|0", "3|1|-1", "3, 4|4, 1|1", "0, 4|4, 1|40", "||12", "||11"]
        given += ["2, 0|100, 1|3", "1, 3|77, 1|3", "3, 1|1, 77|3", "8, 8|0, 0|5", "7, 7, 1|0, 1, 1|5"]
        yield from (dict(zip(self.fields, case.split("|"))) for case in given)
        for _ in range(40):
            axes = rng.randrange(4)
            shape, stride = [rng.choice([0, 1, 2, 3, 4, 4]) for _ in range(axes)], rng.choices(range(5), k=axes)
            yield {"shape": typed(shape), "stride": typed(stride), "offset": str(rng.randrange(4))}

    def torch(self, given: Given) -> torch.Tensor:
        table = torch.arange(12).view(3, 4)
        if "view" in given:
            return eval(given["view"], {"table": table})
        return table.as_strided(sizes(given["shape"]), sizes(given["stride"]), int(given["offset"]))

    def compare(self, given, found, shown):
        read = found.flatten().tolist()
        words = f"{' '.join(map(str, read[:48])) or 'nothing'}{' …' if len(read) > 48 else ''}"
        kind = "contiguous" if found.is_contiguous() else "not contiguous"
        shape, offset = tuple(found.shape), found.storage_offset()
        assert shown["told"] == f"Shape {shape}, stride {found.stride()}, offset {offset}: reads {words}; {kind}."
        storage, *rows = shown["rows"]
        assert storage == [[str(place), place in read] for place in range(12)]
        if rows:
            assert rows == [[[str(value), True] for value in row] for row in torch.atleast_2d(found).tolist()]

    mistakes = (
        ({"shape": "3, -4", "stride": "4, 1", "offset": "0"}, "no size is below 0"),
        ({"shape": "3, 4", "offset": ""}, "one number"),
        ({"offset": "1, 2"}, "one number"),
        ({"offset": "0", "stride": "4, one"}, "whole numbers"),
    )


class Conv:
    fields = ("size", "kernel", "stride", "padding", "dilation")

    def cases(self, rng: random.Random) -> Iterator[Given]:
        given = ["28 3 1 1 1", "7 2 2 0 1", "3 5 1 0 1", "28 0 1 1 1", "28 3 0 1 1", "28 3 -1 1 1", "28 3 1 -1 1"]
        given += ["28 3 1 1 0", "28 3 1 1 -2", "0 3 1 1 1", "0 1 1 0 1", "7 3 1 0 4", "1 1 1 0 1", "0 3 0 0 1"]
        given += ["28 0 0 -1 0", "0 3 1 2 1", "1 1 5 2 1"]
        for _ in range(60):
            given.append(" ".join(str(rng.randrange(*ends)) for ends in ((12,), (1, 6), (1, 4), (4,), (1, 4))))
        yield from (dict(zip(self.fields, case.split())) for case in given)

    def torch(self, given: Given):
        size, kernel, stride, padding, dilation = map(int, given.values())
        image = torch.zeros(1, 1, size, size, requires_grad=True)
        F.conv2d(image, torch.ones(1, 1, kernel, kernel), None, stride, padding, dilation).sum().backward()
        assert image.grad is not None
        layer = nn.Conv2d(1, 1, kernel, stride, padding, dilation, device="meta")
        across = layer(image.detach().to("meta")).shape[-1]
        places = torch.arange(size + 2 * padding).float()[None, None, None]
        reads = F.unfold(places, (1, kernel), dilation, stride=(1, stride))[0].T.int().tolist()
        return across, sum((image.grad == 0).all(dim=2).flatten().tolist()), reads

    def compare(self, given, found, shown):
        across, unread, reads = found
        asked = ", ".join(f"{name} {value}" for name, value in given.items()).capitalize()
        assert shown["told"] == f"{asked}: {across} come out. Never read: {unread} of {given['size']}."
        assert len(reads) == across
        if shown["rows"]:
            drawn = [[place for place, (_, on) in enumerate(row) if on] for row in shown["rows"]]
            assert drawn == [reads[place] for place in sorted({0, min(1, across - 1), across - 1})]

    mistakes = (
        ({"size": "-1", "kernel": "1", "stride": "1", "padding": "0", "dilation": "1"}, "below 0"),
        ({"size": "28", "kernel": "-2"}, "below 0"),
        ({"size": "28", "kernel": "three"}, "Kernel: write whole numbers"),
        ({"kernel": ""}, "one number"),
        ({"kernel": "3, 3"}, "one number"),
    )


class Schedule:
    def cases(self, rng: random.Random) -> Iterator[Given]:
        for steps, warm in ((12, 4), (5, 1), (5, 0), (5, 5), (5, 6), (5, 4), (1, 1), (1, 2), (40, 40), (40, 39)):
            yield {"schedule": "warm-up and cosine", "lr": "1", "steps": str(steps), "warm": str(warm)}
        for steps, every, gamma in ((20, 5, 0.3), (40, 1, 0.95), (3, 20, 0.0), (8, 3, 0.0), (8, 1, 1.0)):
            yield {"schedule": "StepLR", "lr": "0.1", "steps": str(steps), "every": str(every), "gamma": str(gamma)}
        for case in ("10 0.3", "10 0", "10 1", "1 0.3", "1 1", "2 0.5", "2 1", "2 0", "20 0.05"):
            yield {"schedule": "OneCycleLR", "lr": "1e-3", **dict(zip(("steps", "rise"), case.split()))}
        yield {"schedule": "StepLR", "lr": "-0.1", "steps": "3", "every": "1", "gamma": "0.5"}
        yield {"schedule": "StepLR", "lr": "0", "steps": "3", "every": "1", "gamma": "0.5"}
        for _ in range(15):
            shared = {"lr": str(round(rng.uniform(0.001, 2), 3)), "steps": str(rng.randint(1, 40))}
            share = str(rng.randrange(0, 101, 5) / 100)
            yield {"schedule": "warm-up and cosine", **shared, "warm": str(rng.randint(1, 40))}
            yield {"schedule": "StepLR", **shared, "every": str(rng.randint(1, 20)), "gamma": share}
            yield {"schedule": "OneCycleLR", **shared, "rise": share}

    def torch(self, given: Given) -> list[float]:
        lr, steps = float(given["lr"]), int(given["steps"])
        optimizer = torch.optim.SGD([nn.Parameter(torch.zeros(1))], lr=lr)
        if given["schedule"] == "StepLR":
            scheduler = lr_scheduler.StepLR(optimizer, int(given["every"]), float(given["gamma"]))
        elif given["schedule"] == "OneCycleLR":
            rise = float(given["rise"])
            scheduler = lr_scheduler.OneCycleLR(optimizer, lr, total_steps=steps, pct_start=rise, cycle_momentum=False)
        else:
            warm = int(given["warm"])
            rising = lr_scheduler.LinearLR(optimizer, 1 / warm, total_iters=warm - 1)
            falling = lr_scheduler.CosineAnnealingLR(optimizer, T_max=steps - warm)
            scheduler = lr_scheduler.SequentialLR(optimizer, [rising, falling], milestones=[warm])
        values = []
        for step in range(steps):
            values.append(optimizer.param_groups[0]["lr"])
            optimizer.step()
            if step < steps - 1 or given["schedule"] != "OneCycleLR":
                scheduler.step()
        return values

    def compare(self, given, found, shown):
        name, _, values = shown["told"].partition(", by step: ")
        assert name == given["schedule"]
        assert [float(value) for value in values.split()] == pytest.approx(found, rel=6e-4, abs=1e-12)
        top = max(found) or 1
        assert shown["heights"] == pytest.approx([100 * value / top for value in found], rel=1e-3, abs=1e-4)

    mistakes = (({"lr": "a tenth"}, "write numbers"), ({"lr": ""}, "one number"), ({"lr": "0.1, 0.2"}, "one number"))


class Batches:
    def cases(self, rng: random.Random) -> Iterator[Given]:
        fixed = [(10, 4), (8, 4), (3, 4), (0, 3), (10, 0), (10, -3), (1, 1), (100, 7)]
        fixed += [(rng.randrange(40), rng.randrange(1, 12)) for _ in range(15)]
        for samples, size in fixed:
            for drop in ("False", "True"):
                yield {"samples": str(samples), "size": str(size), "drop": drop}

    def torch(self, given: Given) -> DataLoader:
        samples, size = int(given["samples"]), int(given["size"])
        return DataLoader(range(samples), size, drop_last=given["drop"] == "True", generator=torch.Generator())

    def compare(self, given, found, shown):
        dealt = [batch.tolist() for batch in found]
        left = int(given["samples"]) - sum(map(len, dealt))
        assert shown["told"].split() == f"Batches: {len(found)}. {' '.join(map(str, dealt))} Left out: {left}.".split()

    mistakes = (
        ({"samples": "-1", "size": "4"}, "less than 0 samples"),
        ({"samples": "101"}, "too many"),
        ({"samples": "10", "size": "4.5"}, "whole numbers"),
    )


class Weighted:
    fields = ("counts", "weights", "draws")

    def cases(self, rng: random.Random) -> Iterator[Given]:
        fixed = ["10, 71|1/10, 1/71|81", "10, 71|1, 1|81", "1|5|3", "0, 10|1, 1|4", "3, 4|0, 1|5", "3, 4|0, 0|5"]
        fixed += ["3, 4|1, -1|5", "3, 4|1, 2|0", "3, 4|1, 2|-1", "0, 0|1, 1|5", "2, 3, 4|.5, 1e-1, 2|7"]
        for _ in range(20):
            classes = rng.randint(1, 5)
            counts = [rng.randint(1, 30) for _ in range(classes)]
            weights = [rng.choice([f"1/{count}", rng.randint(0, 3), round(rng.random(), 2)]) for count in counts]
            fixed.append(f"{typed(counts)}|{typed(weights)}|{rng.randint(1, 90)}")
        yield from (dict(zip(self.fields, case.split("|"))) for case in fixed)

    def torch(self, given: Given):
        counts, draws = torch.tensor(sizes(given["counts"])), int(given["draws"])
        weights = torch.tensor(real(given["weights"]), dtype=torch.double).repeat_interleave(counts)
        generator = torch.Generator().manual_seed(0)
        sampler = WeightedRandomSampler(weights.tolist(), draws, generator=generator)
        passes = [torch.tensor([*sampler]).bincount(minlength=len(weights)) for _ in range(200)]
        drawn, classes = torch.stack(passes).double(), counts.tolist()
        never = [one.sum(dim=1) for one in (drawn == 0).double().split(classes, dim=1)]
        times = (draws * weights / weights.sum()).split(classes)
        return times, classes, [one.sum(dim=1) for one in drawn.split(classes, dim=1)], never

    def compare(self, given, found, shown):
        times, counts, drawn, never = found
        shares = [one.sum().item() for one in times]
        told = re.findall(r"gets (\S+), each of its (\d+) samples comes (\S+) times, (\S+) never come", shown["told"])
        assert [int(row[1]) for row in told] == counts
        assert [float(row[0]) for row in told] == pytest.approx(shares, rel=6e-4)
        assert [share * int(given["draws"]) for share in shown["shares"]] == pytest.approx(shares, rel=1e-6)
        for row, exact, *passes in zip(told, times, drawn, never):
            assert not len(exact) or float(row[2]) == pytest.approx(exact[0].item(), rel=6e-4)
            for value, each in zip((row[0], row[3]), passes):  # what 200 passes of the sampler gave
                assert abs(float(value) - each.mean()) < 5 * (each.std() / 200**0.5 + 0.01)

    mistakes = (
        ({"counts": "3, 4", "weights": "1, 2, 3", "draws": "5"}, "one weight for each class"),
        ({"weights": "1, 1/0"}, "divides by 0"),
        ({"weights": "1, heavy"}, "write numbers"),
        ({"weights": "1, 2", "counts": "3, -4"}, "no size is below 0"),
        ({"counts": "9999999, 9999999"}, "number of categories cannot exceed 2^24"),
        ({"counts": "3, 4", "draws": "many"}, "whole numbers"),
    )


class Softmax:
    def cases(self, rng: random.Random) -> Iterator[Given]:
        fixed = ["2, 1, -1|1", "2, 1, -1|0.1", "2, 1, -1|5", "1000, 999|1", "-1000, 0|0.1", "-inf, 0, 1|2", "7|1"]
        for _ in range(25):
            logits = [round(rng.uniform(-9, 9), 2) for _ in range(rng.randint(1, 6))]
            fixed.append(f"{typed(logits)}|{rng.randint(1, 50) / 10:g}")
        yield from (dict(zip(("logits", "temperature"), case.split("|"))) for case in fixed)

    def torch(self, given: Given) -> list[float]:
        logits = torch.tensor(real(given["logits"]), dtype=torch.double)
        return (logits / float(given["temperature"])).softmax(dim=0).tolist()

    def compare(self, given, found, shown):
        said, _, values = shown["told"].partition(": ")
        assert said == f"Divided by {given['temperature']}"
        assert [float(value) for value in values.split()] == pytest.approx(found, abs=6e-5)
        assert shown["shares"] == pytest.approx(found, abs=1e-9)

    mistakes = (
        ({"logits": "2, 1", "temperature": "0"}, "temperature of 0"),
        ({"logits": "-inf, -inf", "temperature": "1"}, "Every logit is -inf"),
        ({"logits": ""}, "at least one"),
        ({"logits": "2, high"}, "write numbers"),
        ({"logits": "2, nan"}, "write numbers"),
        ({"logits": "2, inf"}, "write numbers"),
    )


class Loss:
    fields = ("logits", "target", "smoothing")

    def cases(self, rng: random.Random) -> Iterator[Given]:
        fixed = ["2, 1, -1|0|0", "2, 1, -1|2|0.1", "2, 1, -1|0|1", "2, 1, -1|3|0", "2, 1, -1|-1|0", "2, 1|1|1.5"]
        fixed += ["5|0|0.3", "1000, 0|1|0", "-inf, 0|1|0", "-inf, 0|0|0", "-inf, 0|1|0.1"]
        for _ in range(25):
            logits = [round(rng.uniform(-9, 9), 2) for _ in range(rng.randint(1, 6))]
            fixed.append(f"{typed(logits)}|{rng.randrange(len(logits))}|{rng.randrange(0, 101, 5) / 100}")
        yield from (dict(zip(self.fields, case.split("|"))) for case in fixed)

    def torch(self, given: Given) -> tuple[float, float]:
        logits, target = torch.tensor([real(given["logits"])], dtype=torch.double), torch.tensor([int(given["target"])])
        loss = F.cross_entropy(logits, target, label_smoothing=float(given["smoothing"])).item()
        return logits.softmax(dim=1)[0, target].item(), loss

    def compare(self, given, found, shown):
        numbers = re.fullmatch(r"The right class got (\S+), and the loss is (\S+)\.", shown["told"])
        assert numbers and [float(value) for value in numbers.groups()] == pytest.approx(found, abs=6e-5)

    mistakes = (
        ({"logits": "2, 1", "target": "-100", "smoothing": "0"}, "ignore_index"),
        ({"logits": "-inf, -inf", "target": "0"}, "Every logit is -inf"),
        ({"logits": "", "target": "0"}, "at least one"),
        ({"logits": "2, 1", "target": "first"}, "whole numbers"),
        ({"target": "0", "smoothing": "some"}, "write numbers"),
        ({"smoothing": "-0.1"}, "below 0 for 0"),
    )


CHECKS = {
    "broadcast": Broadcast(),
    "strides": Strides(),
    "conv": Conv(),
    "schedule": Schedule(),
    "batches": Batches(),
    "weighted": Weighted(),
    "softmax": Softmax(),
    "loss": Loss(),
}


def opened(reader, address, name, width=1280):
    """The page of a widget with its folds open, what went wrong there, and the widget."""
    view, faults = open_page(reader, address, WIDGETS[name][0], width)
    view.evaluate("document.querySelectorAll('article details').forEach(fold => fold.open = true)")
    box = view.locator(f"[data-widget={name}].ready")
    box.wait_for()
    return view, faults, box


def outcome(work: Callable):
    try:
        return work()
    except (RuntimeError, ValueError, IndexError, ZeroDivisionError) as error:
        return error


def test_each_widget_is_on_a_page_and_checked():
    script = (ROOT / "docs/assets/widgets.js").read_text(encoding="utf-8").partition("const WIDGETS = {\n")[2]
    assert re.findall(r"^    (\w+): \{$", script, re.M) == [*CHECKS]
    assert {*WIDGETS} == {*CHECKS}


def compare_all(name: str, shown_for: Callable):
    """Over at least twenty inputs: the result, or torch's own reason to refuse them; what is no number is said."""
    check, refusals = CHECKS[name], 0
    cases, wrong = [*check.cases(random.Random(name))], [given for given, _ in check.mistakes]
    assert len(cases) >= 20
    for given, shown in zip(cases, shown_for(SHOWN, [name, cases])):
        assert not re.search("NaN|undefined|null", shown["told"]), (given, shown)
        found = outcome(lambda given=given: check.torch(given))
        assert shown["refused"] == isinstance(found, Exception), (given, shown, found)
        if isinstance(found, Exception):
            refusals += 1
            kind, reason = shown["told"].split(": ", 1)
            reason = re.sub("^.*(by zero).*", r"\1", reason)  # Python's versions differ in what is divided
            assert kind == type(found).__name__ and reason in str(found), (given, shown, found)
            assert not (shown["rows"] or shown["shares"] or shown["heights"]), "drawn though refused"
        else:
            check.compare(given, found, shown)
    for (given, piece), shown in zip(check.mistakes, shown_for(SHOWN, [name, wrong])):
        assert shown["refused"] and piece in shown["told"] and "NaN" not in shown["told"], (given, shown)
        refusals += 1
    assert refusals >= 4


@pytest.mark.parametrize("name", CHECKS)
def test_widget_says_what_torch_says(reader, built, address, name):
    """And what it says first stands on the page beforehand, for who has no script."""
    text = page(built, WIDGETS[name][0]).read_text(encoding="utf-8")
    assert f'data-widget="{name}"><output>{WIDGETS[name][1]}</output></div>' in text
    view, faults, box = opened(reader, address, name)
    assert box.locator("output").text_content() == WIDGETS[name][1], "the page says something else before"
    compare_all(name, view.evaluate)
    assert not faults
    view.close()


def test_torch_is_silent_where_a_widget_refuses():
    """No number for a temperature of 0, logits of -inf alone, a loss of nothing; a smoothing below 0 counts as 0."""
    assert (torch.tensor([2.0, 1.0]) / 0).softmax(dim=0).isnan().all()
    assert torch.tensor([-torch.inf, -torch.inf]).softmax(dim=0).isnan().all()
    assert F.cross_entropy(torch.ones(1, 2), torch.tensor([-100])).isnan()
    row, target = torch.tensor([[2.0, 1.0]]), torch.tensor([1])
    assert F.cross_entropy(row, target, label_smoothing=-0.1) == F.cross_entropy(row, target)


@pytest.mark.parametrize("name", {WIDGETS[name][0]: name for name in CHECKS}.values())
def test_widgets_are_accessible(reader, address, name):
    """axe finds nothing in both schemes, whether they answer or refuse; a phone and paper are wide enough."""
    view, faults, _ = opened(reader, address, name, width=390)
    view.add_style_tag(content="* { transition: none !important }")
    fits = "boxes => boxes.every(box => box.scrollWidth <= box.clientWidth) && document.body.scrollWidth <= 390"
    for options in (FAULTS, FAULTS | {"runOnly": COLOUR_RULES}):
        for scheme, theme in {"light": "default", "dark": "slate"}.items():
            view.emulate_media(color_scheme=scheme)
            view.evaluate("name => document.body.setAttribute('data-md-color-scheme', name)", theme)
            results = Axe().run(view, context=".widget", options=options)
            assert results.violations_count == 0, f"{scheme}: {results.generate_report()}"
        assert view.eval_on_selector_all(".widget", fits)
        view.emulate_media(media="print")
        assert all(told.is_visible() for told in view.locator(".widget output").all())
        assert view.eval_on_selector_all(".widget", fits)
        view.emulate_media(media="screen")
        for box in view.locator(".widget").all():
            box.locator("input[type=text]").first.fill("what")  # the second turn
    assert view.locator(".widget.refused").count() == view.locator(".widget").count() > 0 and not faults
    view.close()


def test_widget_by_keyboard(reader, address):
    """A field, a choice and a slider by keys alone, each with a ring; what changes is told to those who hear it."""
    view, faults, box = opened(reader, address, "schedule")
    told = box.get_by_role("status")
    first = told.text_content()
    box.get_by_label("Schedule").focus()
    assert view.evaluate(RINGED)
    view.keyboard.press("ArrowDown")
    assert told.text_content().startswith("StepLR") and box.get_by_label("Warm-up steps").is_hidden()
    view.keyboard.press("Tab")
    view.keyboard.type("2")
    assert view.evaluate(RINGED) and told.text_content().startswith("StepLR, by step: 2 2 2")
    view.keyboard.press("Tab")
    view.keyboard.press("ArrowRight")
    assert view.evaluate(RINGED) and len(told.text_content().split(": ")[1].split()) == 13
    view.keyboard.press("Shift+Tab")
    view.keyboard.press("Shift+Tab")
    view.keyboard.press("ArrowUp")
    assert told.text_content() != first and box.get_by_label("Warm-up steps").is_visible()
    view.close()
    view, _, box = opened(reader, address, "strides")
    box.get_by_label("As in").select_option("table.T")
    assert box.get_by_label("Stride").input_value() == "1, 4"
    box.get_by_label("Stride").fill("1, 3")
    assert box.get_by_label("As in").input_value() == "your own" and not faults
    view.close()
