"""Check cheapest_shop: python check.py [FILE]."""

import random
import sys
from pathlib import Path
from types import ModuleType

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from checking import cases, expect, expect_no_loop, main

Numbers = list[list[float]]


def all_costs(baskets: Numbers, prices: Numbers) -> Numbers:
    return [
        [sum(count * price for count, price in zip(basket, shop)) for shop in prices]
        for basket in baskets
    ]


def draw(baskets: int, shops: int, goods: int) -> tuple[Numbers, Numbers]:
    while True:
        counts = [[random.randint(0, 5) for _ in range(goods)] for _ in range(baskets)]
        prices = [[random.randint(1, 99) for _ in range(goods)] for _ in range(shops)]
        if all(len({*row}) == shops for row in all_costs(counts, prices)):
            return counts, prices


def check(module: ModuleType) -> None:
    given = [([[1, 0], [0, 1], [1, 2], [3, 1]], [[1, 9], [9, 1], [6, 5]])]
    sizes = [(5, 3, 4), (2, 4, 3), (1, 2, 6)]
    for baskets, prices in cases(given + [draw(*size) for size in sizes]):
        costs = all_costs(baskets, prices)
        want = torch.tensor([row.index(min(row)) for row in costs])
        dearest = torch.tensor([row.index(max(row)) for row in costs])
        a = torch.tensor(baskets, dtype=torch.float32)
        b = torch.tensor(prices, dtype=torch.float32)
        got = module.cheapest_shop(a.clone(), b.clone())
        hint = (
            "multiply each count by the price of that good, and add up: baskets @ ..."
        )
        if isinstance(got, torch.Tensor) and torch.equal(got, dearest):
            hint = "that is the shop where the basket costs most"
        expect(f"cheapest_shop(\n{a},\n{b})", got, want, hint)
    expect_no_loop(
        module,
        "cheapest_shop with 2 and with 42 baskets, shops or goods",
        lambda n: (
            module.cheapest_shop(torch.rand(n, 3), torch.rand(4, 3)),
            module.cheapest_shop(torch.rand(2, 3), torch.rand(n, 3)),
            module.cheapest_shop(torch.rand(2, n), torch.rand(4, n)),
        ),
        "do not loop; one product gives the costs of all baskets in all shops",
    )


if __name__ == "__main__":
    main(
        check,
        hints=(
            "Write down the two shapes; in a product the two sizes in the middle must "
            "be equal. `.mT` swaps the axes of a matrix."
        ),
        right=(
            "Four sets of baskets and shops agree. Next: return the price as "
            "well, with min(dim=1) in the place of argmin."
        ),
    )
