"""What waits for the person: seen, answered in place, by hand and by keyboard, and told when it is new."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import renkei
from browsing import Served, signed_in
from renkei.board.decide import Write
from renkei.engine import commands as c
from renkei.project.turns.session import Session
from renkei.workspace.permission_rules import Asked
from renkei.workspace.permissions import Permissions
from team import work

OPTIONS = (
    renkei.DecisionOption(label="lock after 5", analysis="safe", recommendation_score=0.7),
    renkei.DecisionOption(label="slow down", analysis="<b>no</b> calls", recommendation_score=0.4),
)


HIDE = """() => {
  Object.defineProperty(document, "hidden", {value: true});
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""What a browser does with a page behind another tab."""


def ask(project: renkei.Project, decision: str, question: str) -> None:
    payload = renkei.DecisionRequest(
        decision_id=decision, question=question, options=OPTIONS, recommended="lock after 5", deadline_steps=3
    )
    project.do(
        c.Send(project.message("ann", payload, "human", "high", question)),
        Write("/agents/ann/blocked_by", decision),
        actor="ann",
    )


def expect_nothing_left(page: Page) -> None:
    """Wait until the page has no entry, and the answers are in the log."""
    expect(page.get_by_text("Nothing waits for you")).to_be_visible()
    expect(page.locator("#waiting-count")).to_be_hidden()


@pytest.fixture
def waiting(page: Page, team: Served) -> Page:
    page.goto(f"{team.address}/waiting")
    return page


def test_a_decision_is_made_by_keyboard_and_the_asker_goes_on(waiting: Page, project: renkei.Project) -> None:
    expect(waiting.get_by_text("Nothing waits for you")).to_be_visible()
    ask(project, "D-1", "Lock accounts?")
    expect(waiting.locator("#waiting-count")).to_have_text("1")
    expect(waiting).to_have_title(re.compile(r"^\(1\) Waiting for me"))
    found = waiting.locator("[data-entry]")
    expect(found).to_contain_text("Lock accounts?")
    expect(found).to_contain_text("blocks work")
    expect(found).to_contain_text("<b>no</b> calls")
    waiting.keyboard.press("j")
    expect(found).to_be_focused()
    waiting.keyboard.press("2")
    expect(waiting.get_by_label("slow down")).to_be_checked()
    waiting.keyboard.press("Escape")
    expect(found).to_be_focused()
    waiting.get_by_label("Why").fill("fewer calls")
    waiting.get_by_role("button", name="Decide").click()
    expect_nothing_left(waiting)
    state = project.state
    assert state.board.get("/pending_decisions/D-1/resolution") == "slow down (fewer calls)"
    assert state.board.agent("ann", "blocked_by") is None


def test_a_decision_has_a_page_that_shows_its_outcome_and_its_past(
    page: Page, team: Served, project: renkei.Project
) -> None:
    page.goto(f"{team.address}/decisions/D-1")
    expect(page.get_by_role("heading", name="What was decided")).to_be_visible()
    expect(page.locator(".outcome")).to_contain_text("slow down")
    made = next(one.seq for one in project.conversation(thread="D-1") if one.message.type == "DECISION_RESULT")
    page.goto(f"{team.address}/decisions/D-1?at={made - 1}")
    expect(page.get_by_text("open", exact=True)).to_be_visible()
    expect(page.locator(".outcome")).to_have_count(0)
    expect(page.get_by_role("button", name="Decide")).to_have_count(0)
    expect(page.locator(".choice")).to_have_count(2)


@pytest.mark.long
def test_a_refusal_stands_at_its_form_and_keeps_what_was_typed(waiting: Page, project: renkei.Project) -> None:
    ask(project, "D-2", "Which port?")
    found = waiting.locator("[data-entry]")
    expect(found).to_contain_text("Which port?")
    waiting.get_by_label("Another answer").check()
    waiting.get_by_label("Your answer, in your own words").fill("neither")
    waiting.get_by_role("button", name="Decide").click()
    expect(found.locator(".problem")).to_contain_text("or another option with a rationale")
    expect(waiting.get_by_label("Your answer, in your own words")).to_have_value("neither")
    expect(waiting).to_have_url(re.compile(r"/waiting$"))  # an act's own address is no page
    expect(found).to_be_focused()
    expect(found.locator(".problem")).to_be_in_viewport()
    expect(waiting.locator("form[data-typed]")).to_have_count(1)  # so that no record replaces it
    assert project.state.board.get("/pending_decisions/D-2/status") == "open"
    waiting.get_by_label("Why").fill("8080 is taken")
    waiting.get_by_label("Why").press("Control+Enter")
    expect_nothing_left(waiting)
    assert project.state.board.get("/pending_decisions/D-2/resolution") == "neither (8080 is taken)"


@pytest.mark.long
def test_work_is_sent_back_with_findings_and_then_accepted(waiting: Page, project: renkei.Project) -> None:
    project.do(work("T-1", delegator="human", assignee="ann"))
    project.start("T-1", actor="ann")
    project.submit("T-1", "the API", evidence={"runs": "npm test: 48 passed"}, actor="ann")
    found = waiting.locator("[data-entry]")
    expect(found).to_contain_text("npm test: 48 passed")
    waiting.get_by_label("What you found").fill("one thing is missing")
    waiting.get_by_text("Findings").click()
    waiting.get_by_label("Location").first.fill("login.ts:42")
    waiting.get_by_label("Finding 1").fill("the counter is shared")
    waiting.get_by_role("button", name="Send back").click()
    expect_nothing_left(waiting)
    (sent,) = [one for one in project.conversation(thread="T-1") if one.message.type == "REVIEW_RESULT"]
    assert [(one.severity, one.location) for one in sent.message.payload.findings] == [("major", "login.ts:42")]
    project.submit("T-1", "the API", evidence={"runs": "49 passed"}, actor="ann")
    expect(found).to_contain_text("49 passed")
    waiting.get_by_label("What you found").fill("it runs")
    waiting.get_by_role("button", name="Accept").click()
    expect_nothing_left(waiting)
    assert project.find_contract("T-1").status == "completed"


def test_every_other_kind_is_answered_in_place(waiting: Page, project: renkei.Project) -> None:
    question = renkei.Freeform(intent_hint="Q", body="May I?", requires_response=True, urgency="normal")
    project.send(project.message("bob", question, "human", context_summary="May I?"))
    expect(waiting.locator("[data-entry]")).to_contain_text("May I?")
    waiting.get_by_label("Your reply").fill("Yes.")
    waiting.get_by_role("button", name="Reply").click()
    expect_nothing_left(waiting)

    project.pause("ann", reason="lunch")
    project.do(c.SetQuota(turns=project.state.turns_spent + 1))
    waiting.reload()
    waiting.get_by_role("button", name="Resume ann").click()
    expect_nothing_left(waiting)
    with project.turn("bob"):
        pass
    expect(waiting.get_by_role("heading", name="Quota used up")).to_be_visible()
    waiting.get_by_label("Turns in all").fill("many")
    waiting.get_by_role("button", name="Set the quota").click()
    expect(waiting.locator(".problem")).to_contain_text("a number from 1")
    waiting.get_by_label("Turns in all").fill("")
    waiting.get_by_role("button", name="Set the quota").click()
    expect_nothing_left(waiting)

    project.do(Write("/goal", "mine"))
    project.do(Write("/goal", "its", read_seq=1), actor="lead")
    expect(waiting.locator("[data-entry]")).to_contain_text("mine")
    waiting.get_by_role("button", name="Seen: leave it so").click()
    expect_nothing_left(waiting)

    project.do(Write("/agents/ann/blocked_by", "bob"), actor="ann")
    project.do(Write("/agents/bob/blocked_by", "ann"), actor="bob")
    expect(waiting.get_by_role("heading", name="Deadlock")).to_be_visible()
    waiting.get_by_text("Let bob continue").first.click()
    waiting.get_by_label("What bob reads").fill("Take the old one.")
    waiting.locator("form").get_by_role("button", name="Let bob continue").click()
    expect_nothing_left(waiting)
    assert project.state.board.agent("bob", "blocked_by") is None
    assert "Take the old one." in project.context("bob").text


NOTIFICATIONS = """
delete window.PushManager;
window.told = [];
window.Notification = class extends window.Notification {
  static get permission() { return sessionStorage.getItem("answer") ?? "default"; }
  static async requestPermission() { sessionStorage.setItem("answer", "granted"); }
  constructor(line, more) { super(line, more); window.told.push(line); }
};
"""
"""Collects notifications, and answers the browser's question for the person: a headless shell always denies them.

Without a push service, as in many browsers, the page itself tells.
"""


def test_what_newly_waits_is_told_on_the_desktop_and_only_that(
    browser: Browser, team: Served, project: renkei.Project, page: Page
) -> None:
    ask(project, "D-4", "known before")
    page.add_init_script(NOTIFICATIONS)
    page.goto(f"{team.address}/waiting")
    page.get_by_role("button", name="Notify me on this device").click()
    expect(page.get_by_role("button", name="Notifications are on while this page is open")).to_be_visible()
    page.evaluate(HIDE)
    ask(project, "D-5", "new now")
    expect(page.locator("[data-row]")).to_have_count(2)
    assert page.evaluate("window.told") == ["Decision: new now"]
    expect(page.get_by_role("button", name="Notifications are on while this page is open")).to_be_visible()
    for decision in ("D-4", "D-5"):
        project.decide(decision, "slow down")


@pytest.mark.long
def test_without_scripts_in_japanese_on_a_phone_it_is_answered_too(
    browser: Browser, team: Served, project: renkei.Project
) -> None:
    ask(project, "D-6", "Which one?")
    code = project.create_token("human", 3600)
    page, faults = signed_in_with(browser, team, code)
    page.goto(f"{team.address}/waiting")
    expect(page.get_by_role("heading", level=1)).to_have_text("対応待ち")
    expect(page.get_by_label("lock after 5")).to_be_hidden()
    page.get_by_role("link", name="Which one?").click()
    page.get_by_label("lock after 5").check()
    page.get_by_role("button", name="決定する").click()
    expect(page.get_by_text("対応待ちはありません")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="決定しました: D-6: lock after 5")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults == []
    assert project.state.board.get("/pending_decisions/D-6/resolution") == "lock after 5"
    page.context.close()


def signed_in_with(browser: Browser, team: Served, token: str) -> tuple[Page, list[str]]:
    page, faults = signed_in(
        browser,
        Served(Path(), f"{team.address}/sign-in"),
        java_script_enabled=False,
        locale="ja",
        viewport={"width": 390, "height": 800},
    )
    page.locator("input[name=token]").fill(token)
    page.get_by_role("button").click()
    faults.clear()
    return page, faults


def test_a_permission_is_given_by_one_key_and_shows_its_evidence(
    waiting: Page, project: renkei.Project, tmp_path: Path
) -> None:
    permissions = Permissions(Session(project, "bob"), (), tmp_path)
    found = waiting.locator("[data-entry]").filter(has_text="May bob edit")
    for key, answer in (("3", "no"), ("2", "always")):
        one = Asked("edit", "Edit", paths=(answer, "../a.py", "/etc/<b>"), diff="-one\n+<b>two\u202e</b>\n")
        assert permissions.answer(one, lambda: False, 0).answer == "no"
        expect(found.get_by_role("heading")).to_contain_text(f"May bob edit: {answer}, ../a.py, /etc/<b>")
        assert "-one\n    +<b>two\\u202e</b>\n" in found.locator(".evidence").inner_text()
        waiting.keyboard.press(key)  # nothing has the focus: the person may not look at this question
        expect(found.locator("input[type=radio]").nth(int(key) - 1)).to_be_checked()
        assert permissions.answer(one, lambda: False, 0).answer == "no"
        waiting.keyboard.press("Escape")
        expect(found).to_be_focused()
        waiting.keyboard.press(key)
        expect_nothing_left(waiting)
        assert permissions.answer(one, lambda: False, 0).answer == answer
