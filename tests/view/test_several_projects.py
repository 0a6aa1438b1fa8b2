"""Several projects in one server, in a browser: one list of what waits in all of them."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from browsing import Served, signed_in, watched
from serving_several import Projects, asked_thrice, served_several
from triaging import ask, resolution

WIDE = {"width": 1400, "height": 900}
NARROW = {"width": 390, "height": 800}
HOUR = 3600


@pytest.fixture
def projects(tmp_path: Path) -> Iterator[Projects]:
    with ExitStack() as stack:
        yield asked_thrice(stack, tmp_path)


@pytest.fixture
def team(tmp_path: Path, projects: Projects) -> Iterator[Served]:
    with served_several(tmp_path, *projects) as (found, _):
        yield found


def rows(page: Page) -> list[str]:
    return page.locator("#waiting-list [data-row]").evaluate_all("all => all.map((one) => one.dataset.row)")


def at_list(page: Page, count: int) -> None:
    """Wait for the list, by a script that has run."""
    expect(page.locator("#waiting-list [data-row]")).to_have_count(count)
    expect(page.locator("#screen")).to_have_attribute("data-here", re.compile("entry="))


def choose(page: Page, number: int) -> str:
    """Choose an option of the open entry by keys; return the entry's key."""
    key = page.locator("#opened [data-entry]").get_attribute("data-entry") or ""
    page.keyboard.press(str(number))
    page.locator("#opened input:checked").press("Control+Enter")
    expect(page.locator(f'#opened [data-entry="{key}"]')).to_have_count(0)
    return key


def hold(page: Page, seconds: int) -> None:
    """Let answers wait so long before they are sent."""
    page.evaluate("seconds => { document.body.dataset.undo = seconds; }", seconds)


def test_six_decisions_of_two_projects_are_answered_in_one_list(
    browser: Browser, team: Served, projects: Projects
) -> None:
    page, faults = signed_in(browser, team, viewport=WIDE)
    expect(page).to_have_url(re.compile("/waiting"))
    at_list(page, 6)
    answered = [choose(page, 2) for _ in range(6)]
    assert sorted(answered) == sorted(f"{name}/decision:D-{number}" for name in projects for number in (1, 2, 3))
    expect(page.locator(".toast")).to_have_count(0)  # all answers are sent
    page.goto(f"{team.address}/")
    expect(page.locator(".nothing")).to_be_visible()
    for project in projects.values():
        assert [resolution(project, f"D-{number}") for number in (1, 2, 3)] == ["no"] * 3
    assert faults == []
    page.context.close()


@pytest.mark.long
def test_an_answer_outlives_the_kill_of_the_server(browser: Browser, tmp_path: Path, projects: Projects) -> None:
    with served_several(tmp_path, *projects) as (team, process):
        page, _ = signed_in(browser, team, viewport=WIDE)
        at_list(page, 6)
        page.clock.install()
        hold(page, HOUR)  # however slow the machine is, the answer is not sent before the kill
        key = choose(page, 1)
        expect(page.locator(".toast")).to_be_visible()
        process.kill()
        process.wait()
        expect(page.locator("#offline")).to_be_visible()
        page.clock.fast_forward(HOUR * 1000)
        expect(page.locator(".toast .left")).to_contain_text("again")
        port = team.port
    with served_several(tmp_path, *projects, port=port):
        expect(page.locator(".toast")).to_have_count(0)
        name, _, rest = key.partition("/decision:")
        assert resolution(projects[name], rest) == "yes"
        expect(page.locator("#offline")).to_be_hidden()
        page.mouse.move(1300, 850)
        expect(page.locator("#waiting-list [data-row]")).to_have_count(5)
        last = rows(page)[-1]  # the kill may have left any entry open
        page.locator(f'[data-row="{last}"] a').click()
        expect(page.locator("#opened [data-entry]")).to_have_attribute("data-entry", last)
        page.locator("#opened [data-entry]").focus()
        hold(page, 0)
        choose(page, 2)
        expect(page.locator(".toast")).to_have_count(0)
    found = [resolution(project, f"D-{number}") for project in projects.values() for number in (1, 2, 3)]
    assert sorted(map(str, found)) == ["None"] * 4 + ["no", "yes"]
    page.context.close()


def test_the_list_follows_every_project_and_keeps_what_is_typed(
    browser: Browser, team: Served, projects: Projects
) -> None:
    projects["api"].join("ben", "human", human=True)
    page, faults = signed_in(browser, team, viewport=WIDE)
    at_list(page, 6)
    page.goto(f"{team.address}/waiting?entry=api/decision:D-2")
    page.get_by_label("Why").fill("because")
    ask(projects["shop"], "D-9", "human")
    expect(page.locator("#waiting-list [data-row]")).to_have_count(7)
    expect(page.locator('[data-count-of="shop"]')).to_have_text("4")
    projects["api"].decide("D-2", "yes", actor="ben")
    expect(page.locator(".meanwhile")).to_contain_text("ben")
    expect(page.get_by_label("Why")).to_have_value("because")
    assert faults == []
    page.context.close()


@pytest.mark.long
def test_a_rejected_answer_returns_to_its_entry(browser: Browser, team: Served) -> None:
    page, _ = signed_in(browser, team, viewport=WIDE)
    at_list(page, 6)
    page.goto(f"{team.address}/waiting?entry=api/decision:D-1")
    page.get_by_role("button", name="Decide").click()
    expect(page.locator("#opened .problem")).to_be_visible()
    expect(page.locator("#opened [data-entry]")).to_have_attribute("data-entry", "api/decision:D-1")
    page.get_by_label("Another answer").check()
    page.context.close()


@pytest.mark.long
def test_entries_of_a_project_are_answered_together(browser: Browser, team: Served, projects: Projects) -> None:
    page, faults = signed_in(browser, team, viewport=WIDE)
    at_list(page, 6)
    page.locator('[data-row="api/decision:D-1"] .glyph').click()
    page.locator('[data-row="api/decision:D-3"] .glyph').click()
    page.locator("#picked").get_by_role("button", name="yes").click()
    expect(page.locator(".toast")).to_be_visible()
    expect(page.locator(".toast")).to_have_count(0)
    assert [resolution(projects["api"], f"D-{number}") for number in (1, 2, 3)] == ["yes", None, "yes"]
    assert faults == []
    page.context.close()


@pytest.mark.long
def test_a_colleague_who_answers_is_named_in_the_list(browser: Browser, team: Served, projects: Projects) -> None:
    projects["shop"].join("ben", "human", human=True)
    page, _ = signed_in(browser, team, viewport=WIDE)
    at_list(page, 6)
    other, _ = watched(browser.new_context(viewport=WIDE))
    other.goto(f"{team.address}/sign-in")
    other.get_by_label("Token").fill(projects["shop"].create_token("ben"))
    other.get_by_role("button", name="Sign in").click()
    expect(other).to_have_url(re.compile("/waiting"))
    assert rows(other) == []
    expect(other.locator("#projects nav")).to_have_text(re.compile(r"shop\s+0?\s*api\s+sign in"))
    ask(projects["shop"], "D-4", "human", "ben")
    expect(other.locator("#waiting-list [data-row]")).to_have_count(1)
    other.goto(f"{team.address}/waiting?entry=shop/decision:D-4")
    other.get_by_label("Why").fill("b")
    expect(page.locator('[data-row="shop/decision:D-4"] .note')).to_have_text("ben is answering")
    for one in (page, other):
        one.context.close()


@pytest.mark.long
def test_the_palette_finds_things_of_every_project(browser: Browser, team: Served) -> None:
    page, faults = signed_in(browser, team, viewport=WIDE)
    at_list(page, 6)
    page.keyboard.press("Control+k")
    page.locator("#palette input").fill("D-3")
    expect(page.locator("#palette li")).to_have_count(4)  # two entries and two decisions
    page.locator("#palette li", has_text="api").first.click()
    expect(page).to_have_url(re.compile(r"/p/api/waiting\?entry=decision:D-3"))
    page.locator("#projects summary").click()
    page.locator("#projects nav").get_by_role("link", name="All projects").click()
    expect(page).to_have_url(re.compile(r"[0-9]/waiting$"))
    assert faults == []
    page.context.close()


@pytest.mark.long
@pytest.mark.parametrize(("locale", "size", "scheme"), [("en", WIDE, "light"), ("ja", NARROW, "dark")])
def test_the_list_is_whole_in_each_size_scheme_and_language(
    browser: Browser, team: Served, locale: str, size: dict[str, int], scheme: str
) -> None:
    page, faults = signed_in(browser, team, viewport=size, color_scheme=scheme, locale=locale)
    for address in ("/waiting", "/waiting?entry=api/decision:D-2", "/go?q=D", "/p/shop/waiting", "/p/api/day"):
        page.goto(f"{team.address}{address}")
        page.locator("#projects summary").click()
        expect(page.locator("#projects nav")).to_be_visible()
        found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == [], address
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), address
    assert faults == []
    page.context.close()


@pytest.mark.long
def test_without_scripts_an_answer_leads_to_the_list_of_its_project(
    browser: Browser, team: Served, projects: Projects
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(team.link)
    page.locator('[data-row="api/decision:D-2"] a').click()
    page.locator("#opened").get_by_text("yes", exact=True).click()
    page.get_by_role("button", name="Decide").click()
    expect(page).to_have_url(re.compile("/p/api/waiting"))
    assert resolution(projects["api"], "D-2") == "yes"
    context.close()


def test_a_project_that_cannot_be_opened_is_named_with_the_reason(browser: Browser, tmp_path: Path) -> None:
    with ExitStack() as stack:
        projects = asked_thrice(stack, tmp_path)
        with served_several(tmp_path, *projects, "lost", errors="lost is left out") as (team, _):
            page, _ = signed_in(browser, team)
            expect(page.locator("#waiting-list [data-row]")).to_have_count(6)
            expect(page.locator("section.aside")).to_contain_text("no renkei project")
            page.context.close()
