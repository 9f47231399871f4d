"""Make an operator of a call that breaks the graph."""

# --8<-- [start:before]
import warnings

import torch
from scipy.optimize import linear_sum_assignment

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")
Pairs = tuple[torch.Tensor, torch.Tensor]


def pairs(costs: torch.Tensor) -> Pairs:
    found = linear_sum_assignment(costs.detach().cpu().numpy())
    rows, columns = (torch.from_numpy(part).to(costs.device) for part in found)
    return rows, columns


def eager(predicted: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    costs = torch.cdist(predicted, targets)
    rows, columns = pairs(costs)
    return costs[rows, columns].mean()


torch.manual_seed(0)
predicted = torch.randn(6, 2).to(device).requires_grad_()
targets = torch.randn(4, 2).to(device)
warnings.filterwarnings("ignore", "Dynamo does not know how to trace")
try:
    torch.compile(eager, backend="eager", fullgraph=True)(predicted, targets)
except RuntimeError as error:
    problem, explanation = str(error).splitlines()[:2]
    print(problem)
    print(explanation.split("` ")[0])
# --8<-- [end:before]


# --8<-- [start:operator]
@torch.library.custom_op("handbook::match", mutates_args=())
def match(costs: torch.Tensor) -> Pairs:
    return pairs(costs)


@match.register_fake
def _(costs: torch.Tensor) -> Pairs:
    rows = costs.new_empty(min(costs.shape), dtype=torch.int64)
    return rows, torch.empty_like(rows)


def whole(predicted: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    costs = torch.cdist(predicted, targets)
    rows, columns = match(costs)
    return costs[rows, columns].mean()


def gradient_of(loss: torch.Tensor) -> torch.Tensor:
    return torch.autograd.grad(loss, predicted)[0]


compiled = torch.compile(whole, backend="aot_eager", fullgraph=True)
want = gradient_of(eager(predicted, targets))
got = gradient_of(compiled(predicted, targets))
for name, gradient in {"eager:    ": want, "one graph:": got}.items():
    print(name, *(f"{number:.4f}" for number in gradient[2:4].flatten()))
# --8<-- [end:operator]

# --8<-- [start:check]
told = torch.library.opcheck(match, (torch.rand(6, 4, device=device),))
print(*(f"{test}: {result}" for test, result in told.items()), sep="\n")
# --8<-- [end:check]


# --8<-- [start:wrong-fake]
@torch.library.custom_op("handbook::careless", mutates_args=())
def careless(costs: torch.Tensor) -> Pairs:
    return pairs(costs)


@careless.register_fake
def _(costs: torch.Tensor) -> Pairs:
    rows = costs.new_empty(costs.shape[0], dtype=torch.int64)
    return rows, torch.empty_like(rows)


def mean_cost(costs: torch.Tensor) -> torch.Tensor:
    rows, columns = careless(costs)
    return costs[rows, columns].sum() / len(rows)


for size in ((4, 4), (6, 4)):
    costs = torch.ones(size, device=device)
    compiled = torch.compile(mean_cost, backend="eager", dynamic=False)
    means = f"{mean_cost(costs).item():.2f}, compiled: {compiled(costs).item():.2f}"
    try:
        torch.library.opcheck(careless, (costs,))
        told = "nothing"
    except Exception as error:
        told = str(error).split(": ")[-1].split(" (")[0]
    print(f"{size}: eager: {means}; opcheck: {told}")
# --8<-- [end:wrong-fake]
