"""The pages keep the rules of rules.py."""

import pytest
import rules
from harness import BOOK


@pytest.mark.parametrize("page", BOOK.pages.values(), ids=str)
def test_page(page):
    rules.raise_all(*(check(page) for check in rules.PAGE))


def test_everything_is_shown():
    rules.raise_all(rules.check_all_shown(BOOK))


def test_runs():
    rules.raise_all(rules.check_runs(BOOK))
