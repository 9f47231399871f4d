"""Warm up a compiled model, then fail or run in eager mode where a call is new."""

# --8<-- [start:warm-up]
from collections.abc import Callable

import torch
from torch import nn

accelerator = torch.accelerator.current_accelerator(check_available=True)
device = accelerator or torch.device("cpu")


class Counter:
    """A backend that counts the graphs it gets."""

    def __init__(self):
        self.graphs = 0

    def __call__(
        self, graph: torch.fx.GraphModule, inputs: list[torch.Tensor]
    ) -> Callable:
        self.graphs += 1
        return graph.forward


class Server:
    def __init__(self, model: nn.Module, limit: int | None = None):
        self.model, self.counter = model.eval(), Counter()
        self.compiled = torch.compile(
            model, backend=self.counter, dynamic=False, recompile_limit=limit
        )

    @torch.inference_mode()
    def answer(self, rows: torch.Tensor) -> torch.Tensor:
        rows = rows.to(device).clone(memory_format=torch.contiguous_format)
        return self.compiled(rows).argmax(1)

    def warm_up(self, sizes: range | tuple[int, ...]) -> None:
        for size in sizes:
            self.answer(torch.zeros(size, 4))


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)).to(device)
server = Server(model)
server.warm_up((1, 8, 32))
print("graphs after the warm-up:", server.counter.graphs)
# --8<-- [end:warm-up]

# --8<-- [start:refuse]
torch.compiler.set_stance("fail_on_recompile")
for size in (8, 5):
    try:
        print(f"{size} rows: {len(server.answer(torch.randn(size, 4)))} answers")
    except RuntimeError as error:
        lines = str(error).splitlines()
        print(f"{size} rows: {lines[0].split('. ')[0]}")
        print(*lines[2:], sep="\n")
# --8<-- [end:refuse]

# --8<-- [start:eager]
torch.compiler.set_stance("eager_on_recompile")
print(f"5 rows: {len(server.answer(torch.randn(5, 4)))} answers")
print("graphs now:", server.counter.graphs)
# --8<-- [end:eager]

# --8<-- [start:other-mode]
torch.compiler.set_stance("default")
torch.compiler.reset()
careless = Server(model)
careless.compiled(torch.zeros(8, 4, device=device))
torch.compiler.set_stance("fail_on_recompile")
try:
    careless.answer(torch.zeros(8, 4))
except RuntimeError as error:
    print(str(error).splitlines()[-1].strip())
# --8<-- [end:other-mode]

# --8<-- [start:limit]
for limit in (None, 12):
    torch.compiler.set_stance("default")
    torch.compiler.reset()
    many = Server(model, limit)
    many.warm_up(range(1, 13))
    print(f"recompile_limit={limit}: 12 sizes, {many.counter.graphs} graphs")
    torch.compiler.set_stance("fail_on_recompile")
    try:
        print("50 rows:", len(many.answer(torch.zeros(50, 4))), "answers")
    except RuntimeError as error:
        print("50 rows:", type(error).__name__)
# --8<-- [end:limit]
