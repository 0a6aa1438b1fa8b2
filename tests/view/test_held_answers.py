"""Answers that are held: taken back, sent when a page is left or hidden, and never lost or given by mistake."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

import renkei
from browsing import Served
from triaging import ask, end_all, entered, expect_open, opened, permissions, resolution

pytestmark = pytest.mark.long


@pytest.fixture(autouse=True)
def _nothing_left(project: renkei.Project) -> Iterator[None]:
    yield
    end_all(project)


def test_an_answer_can_be_taken_back_and_its_form_is_as_it_was(
    browser: Browser, team: Served, project: renkei.Project
) -> None:
    ask(project, "D-undo")
    page = entered(browser, team, project)
    opened(page).get_by_label("Why").fill("perhaps")
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text("Decided: yes")
    expect(page.locator("[data-row].pending")).to_have_count(1)
    page.keyboard.press("u")
    expect_open(page, "D-undo")
    expect(opened(page).get_by_label("Why")).to_have_value("perhaps")
    expect(opened(page).get_by_label("yes")).to_be_checked()
    expect(page.locator("[data-row].pending")).to_have_count(0)
    assert resolution(project, "D-undo") is None
    page.context.close()


@pytest.mark.parametrize("leaving", ["closed", "navigated"])
def test_an_answer_is_sent_when_the_page_is_left(
    browser: Browser, team: Served, project: renkei.Project, leaving: str
) -> None:
    name = f"D-{leaving}"
    ask(project, name)
    page = entered(browser, team, project)
    page.evaluate(HELD)
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text("Decided: yes")
    before = project.state.seq
    if leaving == "closed":
        page.close(run_before_unload=True)
    else:
        page.goto(f"{team.address}/agents")
    assert project.wait(before, 30)
    assert resolution(project, name) == "yes"


def test_an_answer_arrives_though_its_page_is_left_while_it_is_sent(
    browser: Browser, team: Served, project: renkei.Project
) -> None:
    ask(project, "D-sending")
    page = entered(browser, team, project)
    page.evaluate(STUCK)
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator("body[data-stuck]")).to_be_attached()
    before = project.state.seq
    page.goto(f"{team.address}/agents")
    assert project.wait(before, 15)
    assert resolution(project, "D-sending") == "yes"
    page.context.close()


def test_an_answer_of_a_hidden_page_arrives_when_the_server_is_back(
    browser: Browser, team: Served, project: renkei.Project
) -> None:
    ask(project, "D-hidden")
    page = entered(browser, team, project)
    page.evaluate(HELD)
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text("Decided: yes")
    before = project.state.seq
    page.context.set_offline(True)
    page.evaluate(HIDDEN)
    expect(page.locator(".toast .left")).to_contain_text("again")
    page.context.set_offline(False)
    assert project.wait(before, 15)
    assert resolution(project, "D-hidden") == "yes"
    page.context.close()


HELD = "document.body.dataset.undo = '600'"
"""Answers are held for so long that only leaving the page sends them, however slow the machine is."""

STUCK = """() => {
  const real = window.fetch;
  document.body.dataset.undo = "0";
  window.fetch = (to, how) => {
    if (!String(to).includes("/acts/") || how.body.has("rehearsal")) return real(to, how);
    document.body.dataset.stuck = "yes";
    return new Promise(() => {});
  };
}"""
"""Answers are sent at once, and none arrives before the page is left."""

HIDDEN = """() => {
  Object.defineProperty(document, "hidden", {get: () => true});
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""The person looks at another tab."""


def test_an_answer_that_may_have_arrived_is_not_taken_back(
    browser: Browser, team: Served, project: renkei.Project
) -> None:
    ask(project, "D-unheard")
    page = entered(browser, team, project)
    page.evaluate(UNHEARD)
    before = project.state.seq
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator(".toast .left")).to_contain_text("It is sent again")
    assert page.get_by_role("button", name="Undo").count() == 0
    assert page.evaluate("window.triage.undo()") is None
    assert project.wait(before, 15)
    assert resolution(project, "D-unheard") == "yes"
    page.context.close()


UNHEARD = """() => {
  const real = window.fetch;
  document.body.dataset.undo = "0";
  window.fetch = async (to, how) => {
    const reply = await real(to, how);
    if (String(to).includes("/acts/") && !how.body.has("rehearsal")) throw new TypeError("the connection was lost");
    return reply;
  };
}"""
"""Answers arrive, and the page never hears of it."""


@pytest.mark.parametrize("keys", ["1 Enter", "x"])
def test_without_a_connection_the_page_says_that_nothing_was_sent(
    browser: Browser, team: Served, project: renkei.Project, keys: str
) -> None:
    name = f"D-offline-{len(keys)}"
    ask(project, name)
    page = entered(browser, team, project)
    page.context.set_offline(True)
    for key in keys.split():
        page.keyboard.press(key)
    if keys == "x":
        page.locator("#picked").get_by_role("button", name="yes").click()
        expect(page.locator("[data-row].selected")).to_have_count(1)
    expect(page.locator(".toast.bad")).to_contain_text("No connection. Nothing was sent.")
    page.context.close()


def test_an_answer_goes_before_its_session_ends_and_words_stay_with_their_author(
    browser: Browser, team: Served, project: renkei.Project
) -> None:
    project.join("ben", human=True)
    ask(project, "D-first")
    ask(project, "D-second", "human", "ben")
    page = entered(browser, team, project)
    expect_open(page, "D-first")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect_open(page, "D-second")
    opened(page).get_by_label("Why").fill("for human's eyes")
    page.get_by_role("button", name="Sign out").click()
    page.get_by_label("Token").fill(project.create_token("ben"))
    page.get_by_role("button", name="Sign in").click()
    expect_open(page, "D-second")
    expect(page.locator("#screen")).to_have_attribute("data-here", re.compile("entry="))
    assert opened(page).get_by_label("Why").input_value() == ""
    assert resolution(project, "D-first") == "yes"
    page.context.close()


def test_a_key_answers_no_entry_that_was_not_shown_yet(browser: Browser, team: Served, project: renkei.Project) -> None:
    names = [f"D-{project.state.seq}-{letter}" for letter in "ab"]
    permissions(project, names)
    page = entered(browser, team, project)
    expect_open(page, names[0])
    page.keyboard.press("j")
    page.keyboard.press("k")
    expect(opened(page)).to_be_focused()
    page.evaluate(SLOW)
    page.keyboard.press("j")
    page.keyboard.press("1")
    page.evaluate("window.arrive()")
    expect_open(page, names[1])
    expect(opened(page).get_by_label("once")).to_be_checked()
    assert page.locator("[data-row].pending, .toast").count() == 0
    page.keyboard.press("Enter")
    expect(page.locator("[data-row].pending")).to_have_count(1)
    page.context.close()


SLOW = """() => {
  const real = window.fetch;
  const ready = new Promise((go) => { window.arrive = go; });
  window.fetch = async (to, how) => {
    if (String(to).startsWith("/waiting?")) await ready;
    return real(to, how);
  };
}"""
"""Entries open when the test says so."""


def test_a_key_that_is_held_answers_one_entry_only(page: Page, team: Served, project: renkei.Project) -> None:
    names = [f"D-{project.state.seq}-{letter}" for letter in "ab"]
    permissions(project, names)
    page.goto(f"{team.address}/waiting")
    expect(page.locator("[data-row]")).to_have_count(2)
    page.keyboard.press("j")
    page.keyboard.press("k")
    expect_open(page, names[0])
    expect(opened(page)).to_be_focused()
    page.keyboard.down("1")
    expect_open(page, names[1])
    expect(opened(page)).to_be_focused()
    before = project.state.seq
    page.keyboard.down("1")  # the keyboard repeats it
    page.keyboard.up("1")
    page.keyboard.press("2")
    expect(page.get_by_text("Nothing waits for you")).to_be_visible()
    assert project.wait(before, 15)
    assert [resolution(project, name) for name in names] == ["once", "always"]
