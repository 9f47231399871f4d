"""Check WarmUp: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, expect, main


def check_calls(
    call: str, run, x: torch.Tensor, first: int, count: int, steps: int
) -> None:
    for number in range(first, first + count):
        want = x * min(1.0, number / steps)
        expect(
            f"{call}, call {number} with steps={steps}",
            run(x),
            want,
            "call number n returns x * min(1, n / steps)",
        )


def check(module: ModuleType) -> None:
    steps = random.randint(3, 7)
    x = torch.randn(random.randint(2, 5), 3)
    eager = module.WarmUp(steps)
    check_calls("WarmUp", eager, x, 1, steps + 3, steps)
    state = eager.state_dict()
    if not state:
        raise Wrong(
            "WarmUp(steps).state_dict()",
            expected="the count",
            got="nothing",
            hint=(
                "register_buffer puts a tensor into the state_dict, "
                "unless persistent=False"
            ),
        )
    loaded = module.WarmUp(10 * steps)
    loaded.load_state_dict(module.WarmUp(10 * steps).state_dict())
    other = module.WarmUp(10 * steps)
    for _ in range(4):
        other(x)
    loaded.load_state_dict(other.state_dict())
    check_calls("a loaded WarmUp after 4 calls", loaded, x, 5, 2, 10 * steps)
    graphs = []

    def count(graph, inputs):
        graphs.append(1)
        return graph.forward

    torch.compiler.reset()
    compiled = torch.compile(module.WarmUp(steps), backend=count, fullgraph=True)
    try:
        check_calls("the compiled WarmUp", compiled, x, 1, steps + 3, steps)
    except Wrong:
        raise
    except Exception as error:
        text = str(error)
        hint = "these lines are not in one graph: " + text.splitlines()[0]
        if "branching" in text or "data-dependent" in text:
            hint = "a Python if needs the value; clamp works on the tensor"
        elif "RecompileLimit" in type(error).__name__:
            hint = (
                "each count made a new graph: "
                "a guard holds the value of a Python number; count in a buffer"
            )
        call, kind = "torch.compile(WarmUp, fullgraph=True)", type(error).__name__
        raise Wrong(call, expected="one graph", got=kind, hint=hint) from None
    if len(graphs) != 1:
        raise Wrong(
            f"{steps + 3} calls of the compiled WarmUp",
            expected="1 graph",
            got=len(graphs),
            hint="a guard holds the value of a Python number; count in a buffer",
        )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "A guard holds the value of an attribute that is a Python integer, not "
            "that of a tensor. What does a module call a tensor that is saved and is "
            "no parameter? Python's `min` asks for a value; tensors have a method that "
            "cuts off above."
        ),
        right=(
            "One graph served every call, and a loaded module counted on. Next: pass "
            "`persistent=False` to `register_buffer`, and see which of the two is "
            "lost."
        ),
    )
