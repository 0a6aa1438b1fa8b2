"""Triage: a list beside the open entry, which has an address; keys; several at once; colleagues; later; the palette."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

import renkei
from browsing import Served, watched
from team import work
from triaging import ask, end_all, expect_open, opened, resolution


@pytest.fixture(autouse=True)
def _nothing_left(project: renkei.Project) -> Iterator[None]:
    yield
    end_all(project)


@pytest.fixture
def three(page: Page, team: Served, project: renkei.Project) -> list[str]:
    """Three decisions that wait, on the page, the first one open."""
    names = [f"D-{project.state.seq}-{letter}" for letter in "abc"]
    for name in names:
        ask(project, name)
    page.goto(f"{team.address}/waiting")
    expect(page.locator("[data-row]")).to_have_count(3)
    return names


def test_two_keys_answer_an_entry_and_the_next_one_opens_with_the_focus(
    page: Page, three: list[str], project: renkei.Project
) -> None:
    for at, name in enumerate(three):
        expect_open(page, name)
        page.keyboard.press("2")
        page.keyboard.press("Enter")
        if at < 2:
            expect_open(page, three[at + 1])
            expect(opened(page)).to_be_focused()
    expect(page.get_by_text("Nothing waits for you")).to_be_visible()
    expect(page.locator("#waiting-count")).to_be_hidden()
    assert [resolution(project, name) for name in three] == ["no", "no", "no"]


@pytest.mark.parametrize("width", [900, 1280])
def test_the_list_of_keys_is_all_on_the_page_until_escape(page: Page, three: list[str], width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.keyboard.press("?")
    keys = page.locator("#keys dl")
    for name in keys.locator("kbd").all():
        expect(name).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    expect_open(page, three[0])


def test_the_keys_of_movement_open_entries_and_keep_the_list(page: Page, three: list[str]) -> None:
    page.keyboard.press("j")
    expect_open(page, three[1])
    expect(page.locator("[data-row] > a[aria-current]")).to_contain_text(three[1])
    page.keyboard.press("k")
    expect_open(page, three[0])
    page.locator("[data-row] > a").last.click()
    expect_open(page, three[2])
    page.reload()  # the address names the entry
    expect_open(page, three[2])


@pytest.mark.long
def test_an_entry_that_no_longer_waits_says_who_answered_it(
    page: Page, team: Served, three: list[str], project: renkei.Project
) -> None:
    project.join("ben", human=True)
    project.decide(three[1], "no", actor="ben")
    page.goto(f"{team.address}/waiting?entry=decision:{three[1]}")
    expect(page.locator("#gone")).to_contain_text("ben decided: no")
    page.get_by_role("link", name="Next entry").click()
    expect_open(page, three[0])


def test_a_fault_appears_in_its_entry_beside_no_success_and_keeps_the_words(
    page: Page, three: list[str], project: renkei.Project
) -> None:
    opened(page).get_by_label("Why").fill("my reasons")
    opened(page).get_by_role("button", name="Decide").click()
    expect(opened(page).locator(".problem")).to_contain_text("No option was chosen")
    expect(opened(page).get_by_label("Why")).to_have_value("my reasons")
    expect(page.locator(".toast, .done")).to_have_count(0)
    assert resolution(project, three[0]) is None
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    expect_open(page, three[1])
    page.keyboard.press("k")
    expect(opened(page).get_by_label("Why")).to_have_value("my reasons")


def test_several_entries_have_one_answer_and_each_is_its_own_record(
    page: Page, three: list[str], project: renkei.Project
) -> None:
    for key in ("x", "j", "x"):
        page.keyboard.press(key)
    bar = page.locator("#picked")
    expect(bar).to_contain_text("2 selected")
    expect(page.locator("[data-row].selected")).to_have_count(2)
    bar.get_by_role("button", name="yes").click()
    expect(page.locator("#waiting-count")).to_have_text("1")
    assert [resolution(project, name) for name in three] == ["yes", "yes", None]
    made = [record for record in project.records() if record.via == "view" and record.actor == "human"]
    assert len({record.seq for record in made[-2:]}) == 2


@pytest.mark.long
def test_answers_of_several_that_are_refused_are_listed(page: Page, team: Served, project: renkei.Project) -> None:
    for name in ("T-a", "T-b"):
        project.do(work(name, delegator="human", assignee="bob"))
        project.submit(name, "done", actor="bob")
    page.goto(f"{team.address}/waiting")
    expect(page.locator("[data-row]")).to_have_count(2)
    page.locator("[data-row] .glyph").first.click()
    page.locator("[data-row] .glyph").last.click()
    project.pause_contract("T-b", reason="wait")
    page.locator("#picked").get_by_role("button", name="Accept").click()
    expect(page.locator(".toast.bad")).to_contain_text("1 not accepted")
    expect(page.locator(".toast.bad li")).to_have_count(1)
    project.resume_contract("T-b")
    expect(page.locator("#waiting-count")).to_have_text("1")
    assert project.find_contract("T-a").status == "completed"
    assert project.find_contract("T-b").status == "submitted"


@pytest.mark.long
def test_an_entry_for_later_comes_back_when_it_changes(page: Page, three: list[str], project: renkei.Project) -> None:
    page.keyboard.press("s")
    page.keyboard.press("Enter")
    expect_open(page, three[1])
    expect(page.locator("#waiting-list [data-row]")).to_have_count(2)
    expect(page.locator("#waiting-count")).to_have_text("2")
    page.reload()
    expect(page.locator("#waiting-list [data-row]")).to_have_count(2)
    page.get_by_text("1 entry for later").click()
    page.locator("#snoozed a").click()
    page.get_by_role("button", name="Show it again now").click()
    expect(page.locator("#waiting-list [data-row]")).to_have_count(3)


@pytest.mark.long
def test_a_comment_is_sent_and_the_entry_stays(page: Page, three: list[str], project: renkei.Project) -> None:
    page.keyboard.press("r")
    page.keyboard.type("What does it cost?")
    page.keyboard.press("Control+Enter")
    expect(opened(page).locator(".said-before")).to_contain_text("What does it cost?")
    expect_open(page, three[0])
    assert resolution(project, three[0]) is None


@pytest.mark.long
def test_another_person_sees_who_is_answering(
    browser: Browser, page: Page, team: Served, project: renkei.Project
) -> None:
    project.join("ben", human=True)
    ask(project, "D-shared", "human", "ben")
    page.goto(f"{team.address}/waiting")
    bens, _ = watched(browser.new_context())
    bens.goto(f"{team.address}/sign-in")
    bens.get_by_label("Token").fill(project.create_token("ben"))
    bens.get_by_role("button", name="Sign in").click()
    expect(bens).to_have_url(f"{team.address}/waiting")  # something waits, so this is where sign-in leads
    expect(opened(bens)).to_be_visible()
    before = project.state.seq
    opened(page).get_by_label("Why").fill("I think")
    expect(opened(bens).locator(".answering")).to_have_text("human is answering")
    expect(bens.locator("[data-row] .note")).to_have_text("human is answering")
    assert project.state.seq == before  # it is not recorded
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    expect(bens.locator("#gone, .nothing").first).to_be_visible()
    bens.context.close()


@pytest.mark.long
def test_the_palette_leads_anywhere_by_keyboard(page: Page, team: Served, three: list[str]) -> None:
    page.keyboard.press("Control+k")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("option").first).to_be_visible()
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [one["id"] for one in found] == []
    page.keyboard.type(three[2])
    expect(dialog.get_by_role("option").first).to_contain_text(f"Is {three[2]} right?")
    page.keyboard.press("Enter")
    expect_open(page, three[2])
    page.keyboard.press("/")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


@pytest.mark.long
def test_a_phone_shows_rows_and_then_a_sheet_with_tall_buttons(
    browser: Browser, team: Served, project: renkei.Project
) -> None:
    ask(project, "D-phone")
    page, faults = watched(browser.new_context(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844}))
    page.goto(f"{team.address}/sign-in")
    page.get_by_label("Token").fill(project.create_token("human"))
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("[data-row]")).to_be_in_viewport()
    expect(opened(page)).to_be_hidden()
    page.locator("[data-row] > a").tap()
    decide = page.get_by_role("button", name="Decide")
    expect(decide).to_be_in_viewport()
    assert (decide.bounding_box() or {})["height"] >= 44
    page.go_back()
    expect(page.locator("[data-row]")).to_be_in_viewport()
    page.goto(f"{team.address}/agents")
    page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
    expect(page.get_by_role("link", name="Waiting for me")).to_be_in_viewport()
    assert page.evaluate("fetch(document.querySelector('[rel=manifest]').href).then((one) => one.json())")[
        "start_url"
    ] == ("/waiting")
    assert [one for one in faults if "403" not in one] == []
    page.context.close()
