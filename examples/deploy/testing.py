"""Test a model without long training, and count the bugs that each test catches."""

# --8<-- [start:model]
import torch
from torch import nn
from torch.nn import functional as F


class Reader(nn.Module):
    """Predicts the next token at each place of a sequence; it sees the past only."""

    def __init__(self, tokens: int = 11, width: int = 16) -> None:
        super().__init__()
        self.embed = nn.Embedding(tokens, width)
        self.past = nn.Conv1d(width, width, kernel_size=3)
        self.dropout = nn.Dropout(0.1)
        self.head = nn.Linear(width, tokens)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        hidden = self.embed(inputs).transpose(1, 2)
        hidden = self.past(F.pad(hidden, (2, 0))).relu().transpose(1, 2)
        return self.head(self.dropout(hidden))


def example(device: torch.device) -> torch.Tensor:
    generator = torch.Generator().manual_seed(0)
    return torch.randint(0, 11, (4, 7), generator=generator).to(device)


# --8<-- [end:model]

# --8<-- [start:smoke]
from collections.abc import Callable

Build = Callable[[], nn.Module]


def test_smoke(build: Build, device: torch.device) -> None:
    model, inputs = build().to(device), example(device)
    outputs = model(inputs)
    assert outputs.shape == (4, 7, 11), f"shape {tuple(outputs.shape)}"
    assert outputs.dtype == torch.float32 and outputs.device == inputs.device
    assert outputs.isfinite().all()


test_smoke(Reader, torch.device("cpu"))
print("passed")
# --8<-- [end:smoke]

# --8<-- [start:close]
values = torch.tensor([0.1, 0.6, 0.7])
forward = (values[0] + values[1]) + values[2]
backward = values[0] + (values[1] + values[2])
print(f"equal: {torch.equal(forward, backward)}, apart by {forward - backward:.1e}")
torch.testing.assert_close(forward, backward)
for expected in (values + 0.001, values.double(), values[None]):
    try:
        torch.testing.assert_close(values, expected)
    except AssertionError as error:
        print(str(error).splitlines()[0])
# --8<-- [end:close]


# --8<-- [start:gradients]
def test_gradients(build: Build, device: torch.device) -> None:
    torch.manual_seed(0)
    model, inputs = build().to(device), example(device)
    F.cross_entropy(model(inputs).flatten(0, 1), inputs.flatten()).backward()
    for name, parameter in model.named_parameters():
        gradient = parameter.grad
        assert gradient is not None, f"{name}: no gradient"
        assert gradient.isfinite().all() and gradient.any(), f"{name}: all zeros"


# --8<-- [end:gradients]


# --8<-- [start:overfit]
def test_overfits_one_batch(build: Build, device: torch.device) -> None:
    torch.manual_seed(0)
    model, inputs = build().to(device), example(device)
    targets = inputs.roll(1, dims=1)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.03)
    for _ in range(60):
        optimizer.zero_grad()
        outputs = model(inputs)
        loss = F.cross_entropy(outputs[:, 1:].flatten(0, 1), targets[:, 1:].flatten())
        loss.backward()
        optimizer.step()
    assert loss.item() < 0.5, "the loss of one batch stays high"


# --8<-- [end:overfit]


# --8<-- [start:invariances]
def after_steps(build: Build, device: torch.device) -> nn.Module:
    torch.manual_seed(0)
    model, inputs = build().to(device), example(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.003)
    for _ in range(3):
        optimizer.zero_grad()
        F.cross_entropy(model(inputs).flatten(0, 1), inputs.flatten()).backward()
        optimizer.step()
    return model.eval().requires_grad_(False)


def test_eval_repeats(build: Build, device: torch.device) -> None:
    model, inputs = after_steps(build, device), example(device)
    message = "eval() gives other outputs the second time"
    torch.testing.assert_close(model(inputs), model(inputs), msg=message)


def test_rows_are_independent(build: Build, device: torch.device) -> None:
    model, inputs = after_steps(build, device), example(device)
    one_by_one = torch.cat([model(row[None]) for row in inputs])
    message = "a row depends on the rest of its batch"
    torch.testing.assert_close(model(inputs), one_by_one, msg=message)


def test_sees_no_future(build: Build, device: torch.device) -> None:
    model, inputs = after_steps(build, device), example(device)
    for cut in range(1, inputs.shape[1]):
        changed = inputs.clone()
        changed[:, cut:] = (changed[:, cut:] + 1) % 11
        before, after = model(inputs), model(changed)
        message = "an output depends on later tokens"
        torch.testing.assert_close(before[:, :cut], after[:, :cut], msg=message)
        prefix = model(inputs[:, :cut])
        torch.testing.assert_close(before[:, :cut], prefix, msg=message)
        ignored = torch.allclose(before[:, cut:], after[:, cut:])
        assert not ignored, "the outputs ignore their tokens"


# --8<-- [end:invariances]


# --8<-- [start:state]
def test_state_dict_is_all(build: Build, device: torch.device) -> None:
    model, inputs = after_steps(build, device), example(device)
    torch.manual_seed(1)
    copy = build().to(device).eval().requires_grad_(False)
    copy.load_state_dict(model.state_dict())
    message = "the state_dict does not hold the whole model"
    torch.testing.assert_close(copy(inputs), model(inputs), msg=message)


# --8<-- [end:state]


# --8<-- [start:mutants]
class Frozen(Reader):
    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        hidden = self.embed(inputs).detach().transpose(1, 2)
        hidden = self.past(F.pad(hidden, (2, 0))).relu().transpose(1, 2)
        return self.head(self.dropout(hidden))


class SeesFuture(Reader):
    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        hidden = self.embed(inputs).transpose(1, 2)
        hidden = self.past(F.pad(hidden, (1, 1))).relu().transpose(1, 2)
        return self.head(self.dropout(hidden))


class AlwaysDrops(Reader):
    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        hidden = self.embed(inputs).transpose(1, 2)
        hidden = self.past(F.pad(hidden, (2, 0))).relu().transpose(1, 2)
        return self.head(F.dropout(hidden, 0.1))


class MixesRows(Reader):
    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        outputs = super().forward(inputs)
        return outputs - outputs.mean(dim=0)


class HiddenWeights(Reader):
    def __init__(self) -> None:
        super().__init__()
        self.extra = [nn.Linear(16, 16)]

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        hidden = self.embed(inputs).transpose(1, 2)
        hidden = self.past(F.pad(hidden, (2, 0))).relu().transpose(1, 2)
        return self.head(self.dropout(self.extra[0].to(hidden.device)(hidden)))


class Softmax(Reader):
    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        return super().forward(inputs).softmax(dim=-1)


class SeesLength(Reader):
    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        return super().forward(inputs) / inputs.shape[1]


class SeesPartner(Reader):
    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Linear(16, 16)
        nn.init.zeros_(self.look.weight)
        nn.init.zeros_(self.look.bias)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        hidden = self.embed(inputs).transpose(1, 2)
        pairs = F.avg_pool1d(hidden, 2, ceil_mode=True).repeat_interleave(2, dim=2)
        pairs = pairs[:, :, : inputs.shape[1]].transpose(1, 2)
        hidden = hidden + self.look(pairs).transpose(1, 2)
        hidden = self.past(F.pad(hidden, (2, 0))).relu().transpose(1, 2)
        return self.head(self.dropout(hidden))


class ForgetsMean(Reader):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(16), persistent=False)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        hidden = self.embed(inputs)
        if self.training:
            self.mean = 0.9 * self.mean + 0.1 * hidden.detach().mean(dim=(0, 1))
        hidden = (hidden - self.mean).transpose(1, 2)
        hidden = self.past(F.pad(hidden, (2, 0))).relu().transpose(1, 2)
        return self.head(self.dropout(hidden))


# --8<-- [end:mutants]

# --8<-- [start:score]
accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
tests = [
    test_smoke,
    test_gradients,
    test_overfits_one_batch,
    test_eval_repeats,
    test_rows_are_independent,
    test_sees_no_future,
    test_state_dict_is_all,
]
builds = [
    Reader,
    Frozen,
    Softmax,
    AlwaysDrops,
    MixesRows,
    SeesFuture,
    SeesLength,
    SeesPartner,
    HiddenWeights,
    ForgetsMean,
]
killed = torch.zeros(len(tests), len(builds), dtype=torch.bool)
for column, build in enumerate(builds):
    messages = []
    for row, test in enumerate(tests):
        try:
            test(build, device)
        except AssertionError as error:
            killed[row, column] = True
            messages.append(str(error).splitlines()[0])
    print(f"{build.__name__:14}{messages[0] if messages else 'passes every test'}")
print("mutants killed:", killed[:, 1:].any(dim=0).sum().item(), "of", len(builds) - 1)
# --8<-- [end:score]


# --8<-- [start:machine-too-tight]
def trained_loss(seed: int) -> float:
    torch.manual_seed(seed)
    model, inputs = Reader().to(device), example(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.03)
    for _ in range(20):
        optimizer.zero_grad()
        outputs = model(inputs)
        loss = F.cross_entropy(outputs.flatten(0, 1), inputs.flatten())
        loss.backward()
        optimizer.step()
    model.eval()
    return F.cross_entropy(model(inputs).flatten(0, 1), inputs.flatten()).item()


for seed in range(5):
    print(f"seed {seed}, loss: {trained_loss(seed):.4f}")
# --8<-- [end:machine-too-tight]

# --8<-- [start:figure]
import matplotlib.pyplot as plt

figure, axes = plt.subplots(figsize=(6, 4.2))
for row, test in enumerate(tests):
    for column, build in enumerate(builds):
        if killed[row, column]:
            axes.plot(column, -row, "s", color="C1", markersize=13)
        else:
            axes.plot(column, -row, ".", color="C0", markersize=4)
names = [test.__name__.removeprefix("test_").replace("_", " ") for test in tests]
axes.set_yticks(range(0, -7, -1), names)
labels = [build.__name__ for build in builds]
axes.set_xticks(range(len(builds)), labels, rotation=40, ha="right")
axes.set(xlim=(-0.6, 9.6), ylim=(-6.6, 0.6))
figure.savefig("killed.svg")
# --8<-- [end:figure]
