"""What keeps a running process from its work is shown on every page, without a record."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

import renkei
from visitor import Visitor

PROBLEM = "server: deadlines could not be applied since 12:04: the disk is full"
ENGLISH = f"A running process cannot do all of its work: {PROBLEM}"
JAPANESE = f"実行中のプロセスに問題が発生しています: {PROBLEM}"


@pytest.fixture
def failing(project: renkei.Project) -> Iterator[renkei.Project]:
    project.report_problem(PROBLEM)
    yield project
    project.report_problem("")


def test_a_page_says_it_until_it_is_over(person: Visitor, failing: renkei.Project) -> None:
    assert ENGLISH in person.get("/waiting").text
    assert JAPANESE in person.get("/waiting?lang=ja").text
    assert PROBLEM not in person.get("/waiting?at=1").text
    failing.report_problem("")
    assert "cannot do all of its work" not in person.get("/waiting?lang=en").text


def test_an_open_page_hides_it_when_it_is_over(failing: renkei.Project, page: Page) -> None:
    expect(page.locator("#problems")).to_have_text(ENGLISH)
    failing.report_problem("")
    expect(page.locator("#problems")).to_be_hidden(timeout=15_000)
