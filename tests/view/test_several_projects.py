"""Several projects in one server: one list over all of them in a browser, and the limits between them."""

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import renkei
from browsing import Served, signed_in, started_browser
from process import running
from triaging import ask, resolution

NAMES = ("shop", "api")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with started_browser() as found:
        yield found


@contextmanager
def served(base: Path, *given: str, port: int = 0) -> Iterator[Served]:
    """Serve projects that are named as on the command line."""
    with running("serve", "--port", str(port), *given, cwd=base) as process:
        assert process.stdout is not None
        link = process.stdout.readline().strip()
        assert "/sign-in?code=" in link, process.stderr and process.stderr.read()
        yield Served(base, link)


@pytest.fixture
def projects(tmp_path: Path) -> Iterator[dict[str, renkei.Project]]:
    """Two projects, in each of which three decisions wait for the person."""
    with ExitStack() as stack:
        found = {}
        for name in NAMES:
            made = renkei.create(tmp_path / name / ".renkei", name, f"The goal of {name}")
            found[name] = project = stack.enter_context(made)
            project.join("ann", "backend")
            for number in (1, 2, 3):
                ask(project, f"D-{number}", "human")
        yield found


@pytest.fixture
def team(tmp_path: Path, projects: dict[str, renkei.Project]) -> Iterator[Served]:
    with served(tmp_path, *projects) as found:
        yield found


def expect_open(page: Page, key: str) -> None:
    expect(page.locator("#opened [data-entry]")).to_have_attribute("data-entry", key)


def expect_count(page: Page, count: int) -> None:
    expect(page.locator("#screen [data-count]")).to_have_attribute("data-count", str(count))


def test_six_decisions_of_two_projects_are_answered_in_one_list(
    browser: Browser, team: Served, projects: dict[str, renkei.Project]
) -> None:
    page, faults = signed_in(browser, team, viewport={"width": 1400, "height": 900})
    expect(page).to_have_url(re.compile("/waiting"))
    expect(page.locator("#waiting-list [data-row]")).to_have_count(6)
    expect(page.locator("#screen")).to_have_attribute("data-here", re.compile("entry="))  # by a script that has run
    for _ in range(6):
        key = page.locator("#opened [data-entry]").get_attribute("data-entry")
        page.keyboard.press("2")
        page.locator("#opened input:checked").press("Control+Enter")
        expect(page.locator(f'[data-entry="{key}"]')).to_have_count(0)
    expect(page.locator(".toast")).to_have_count(0)  # all answers are sent
    page.goto(f"{team.address}/")
    expect(page.locator(".nothing")).to_be_visible()
    for project in projects.values():
        for number in (1, 2, 3):
            assert resolution(project, f"D-{number}") == "no"
    assert faults == []
    page.context.close()
