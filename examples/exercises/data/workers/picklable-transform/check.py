"""Check chain: python check.py [FILE]."""

import pickle
import random
import sys
from functools import partial
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import Wrong, cases, expect, load, main


def check_chain(module: ModuleType, length: int) -> None:
    x = torch.randn(4)
    transforms, names = [], []
    want = x
    for _ in range(length):
        operation = random.choice((torch.mul, torch.add))
        number = random.choice((2.0, 3.0, 5.0))
        transforms.append(partial(operation, other=number))
        names.append(f"{operation.__name__} {number:g}")
        want = operation(want, number)
    if length:
        transforms.append(torch.abs)
        transforms.append(partial(torch.sub, other=7.0))
        names += ["abs", "sub 7"]
        want = want.abs() - 7.0
    call = f"chain([{', '.join(names)}])"
    made = module.chain(transforms)
    if made is None:
        expect(call, made, "a transform", "")
    expect(f"{call}({x})", made(x), want, "the first one first")
    transforms.append(torch.zeros_like)
    expect(
        f"{call}, after the caller appended to the list",
        made(x),
        want,
        "keep a list of your own",
    )
    try:
        sent = pickle.dumps(made)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise Wrong(
            f"pickle.dumps({call})",
            expected="bytes",
            got=f"{type(error).__name__}: {error}",
            hint="return an object of a class at the top level",
        ) from None
    sys.modules[module.__name__] = load(Path(str(module.__file__)))  # as a worker does
    try:
        same = torch.equal(pickle.loads(sent)(x), want)
    except AttributeError:
        same = False
    sys.modules[module.__name__] = module
    if not same:
        raise Wrong(
            f"{call}({x}), in a worker",
            expected=want,
            hint="the object must carry all that it needs",
        )


def check(module: ModuleType) -> None:
    sys.modules[module.__name__] = module  # where pickle looks for classes
    for length in cases((1, 2, 3, 0)):
        check_chain(module, length)


if __name__ == "__main__":
    main(
        check,
        hints=(
            "A lambda cannot be pickled, and a function within a function cannot "
            "either. An object of a class at the top level can, and a method "
            "`__call__` makes it callable."
        ),
    )
