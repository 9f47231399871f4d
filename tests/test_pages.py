"""The pages keep the rules of rules.py."""

import pytest
import rules
from harness import ROOT

PAGES = [pytest.param(page, id=rules.name_of(ROOT, page)) for page in rules.pages(ROOT)]


@pytest.mark.parametrize("page", PAGES)
def test_code_and_outputs(page):
    rules.check_page(ROOT, page)


@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_hidden(page):
    rules.check_nothing_is_hidden(ROOT, page)


@pytest.mark.parametrize("page", PAGES)
def test_headings(page):
    rules.check_headings(ROOT, page)


def test_everything_is_shown():
    rules.check_all_shown(ROOT)


def test_front_matter():
    rules.check_front_matter(ROOT)


def test_exercises_are_on_their_pages():
    rules.check_exercises(ROOT)
