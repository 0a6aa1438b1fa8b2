"""A browser for these tests, and a server over a project of a team for each module.

Playwright runs an event loop in the thread of the tests, so the browser ends before other tests run theirs.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

import renkei
from browsing import Served, served, signed_in, started_browser
from process import renkei as command
from visitor import Visitor, enter

REFUSED = "the server responded with a status of 4"
"""What a browser reports about a form that was refused."""


AT_ONCE = "document.addEventListener('DOMContentLoaded', () => { document.body.dataset.undo = '0'; });"
"""Lets pages send answers at once. `test_held_answers.py` waits as people do."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run these tests first, in one row: each process starts one browser for them, and the longest files begin early.

    The Makefile lets xdist keep this order, by `--no-loadscope-reorder`. Otherwise files with more tests run earlier.
    """
    items.sort(key=lambda item: item.path.parent != Path(__file__).parent)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with started_browser() as browser:
        yield browser


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    place: Path = tmp_path_factory.mktemp("project")
    members = ("--lead", "lead:planning", "--agent", "ann:backend", "--agent", "bob:frontend")
    assert command("init", "--goal", "a goal", *members, cwd=place).returncode == 0
    with served(place) as project:
        yield project


@pytest.fixture(scope="module")
def project(team: Served) -> Iterator[renkei.Project]:
    """The same project, open in the process of the tests: what agents do."""
    with renkei.open(team.directory / ".renkei") as project:
        yield project


@pytest.fixture(scope="module")
def nobody(team: Served) -> Visitor:
    """Requests without a session."""
    return team.visitor


@pytest.fixture(scope="module")
def person(team: Served, project: renkei.Project) -> Visitor:
    """Requests in a session of the person."""
    return enter(team.visitor, project.create_token("human"))


@pytest.fixture(scope="module")
def _signed_in(browser: Browser, team: Served) -> Iterator[tuple[Page, list[str]]]:
    page, faults = signed_in(browser, team, viewport={"width": 1400, "height": 900})
    page.add_init_script(AT_ONCE)
    yield page, faults
    page.context.close()


@pytest.fixture
def page(_signed_in: tuple[Page, list[str]], team: Served) -> Iterator[Page]:
    """The person's page at the first screen; the test fails when the browser reports an error."""
    page, faults = _signed_in
    faults.clear()
    page.goto(f"{team.address}/")
    yield page
    assert [one for one in faults if REFUSED not in one] == []
