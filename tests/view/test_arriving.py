"""The work that a browser does when records arrive: it depends on what is new, and not on what is on the page."""

import json
from collections.abc import Sequence

import pytest
from playwright.sync_api import Browser, Page, expect

import renkei
from browsing import Served
from team import handoff

MOST = 100
"""Blocks that a conversation keeps on the page."""

TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

OBSERVED = """() => {
  window.touched = [];
  const blocks = new Set(document.getElementById("messages").children);
  new MutationObserver((changes) => {
    for (const change of changes)
      for (const block of blocks) if (block.contains(change.target)) window.touched.push(block.id);
  }).observe(document.getElementById("messages"), {childList: true, subtree: true, attributes: true});
}"""


def note(project: renkei.Project, text: str, to: str | Sequence[str] = "bob", **header: str) -> str:
    payload = renkei.Freeform(intent_hint="NOTE", body=text, requires_response=False, urgency="normal")
    message = project.message("ann", payload, to, **header)  # type: ignore[arg-type]
    project.send(message)
    return message.id


def update(project: renkei.Project, text: str) -> None:
    payload = renkei.StatusUpdate(task_ref=None, new_status="working", progress_summary=text)
    project.send(project.message("bob", payload, "lead"))


@pytest.fixture(scope="module")
def _history(project: renkei.Project) -> None:
    """More messages than a page holds, and updates between them."""
    for number in range(MOST):
        note(project, f"line {number}\n\n- a list\n- of `three`\n- lines", to=("bob", "lead"))
        if number % 3 == 0:
            update(project, f"step {number}")


@pytest.fixture
def full(page: Page, team: Served, project: renkei.Project, _history: None) -> Page:
    """A page that has as many blocks as it may."""
    page.goto(f"{team.address}/?all=1")
    for number in range(MOST):
        note(project, f"fill {number}")
    expect(page.locator("#messages > .card").last).to_contain_text(f"fill {MOST - 1}")
    return page


@pytest.mark.long
def test_a_page_that_had_everything_leads_to_what_left_it(page: Page, project: renkei.Project) -> None:
    expect(page.get_by_role("link", name="Older messages")).to_have_count(0)
    first = note(project, "the first of all")
    expect(page.locator(f"#m-{first}")).to_be_visible()
    for number in range(MOST):
        note(project, f"later {number}")
    expect(page.locator(f"#m-{first}")).to_have_count(0)
    page.get_by_role("link", name="Older messages").click()
    expect(page.locator(f"#m-{first}")).to_be_visible()


@pytest.mark.long
def test_a_new_update_restyles_a_small_part_of_the_page(full: Page, browser: Browser, project: renkei.Project) -> None:
    whole = full.evaluate("document.querySelectorAll('*').length")
    update(project, "before the trace")
    expect(full.locator("#messages > .updates .newest").last).to_have_text("before the trace")
    full.evaluate(TWO_FRAMES)
    browser.start_tracing(page=full, categories=["devtools.timeline"])
    for number in range(5):
        update(project, f"traced {number}")
        expect(full.locator("#messages > .updates .newest").last).to_have_text(f"traced {number}")
    full.evaluate(TWO_FRAMES)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    styled = [one["args"].get("elementCount", 0) for one in events if one["name"] == "UpdateLayoutTree"]
    assert styled
    assert max(styled) < whole / 5, (whole, styled)


@pytest.mark.long
def test_what_arrives_leaves_the_other_cards_alone(full: Page, project: renkei.Project) -> None:
    full.evaluate(OBSERVED)
    for number in range(10):
        name = note(project, f"alone {number}")
    expect(full.locator(f"#m-{name}")).to_be_visible()
    full.evaluate(TWO_FRAMES)
    assert full.evaluate("window.touched") == []


def test_a_contract_that_says_the_same_again_is_left_alone(page: Page, team: Served, project: renkei.Project) -> None:
    project.send(project.message("lead", handoff("build the site"), "ann", task_ref="TC-5"))
    page.goto(f"{team.address}/threads/TC-5")
    shown = page.locator("header.bar [data-slot]")
    shown.evaluate("one => { window.kept = one.firstElementChild; }")
    project.note("TC-5", "nothing changes", actor="lead")
    said = note(project, "about something else", thread="TC-5")
    expect(page.locator(f"#m-{said}")).to_be_visible()
    assert page.evaluate("window.kept.isConnected")
    project.start("TC-5", actor="ann")
    expect(shown).to_contain_text("in work")


@pytest.mark.long
def test_what_left_the_page_is_on_the_page_before_it(full: Page, project: renkei.Project) -> None:
    shown = full.locator("#messages > *")
    expect(shown).to_have_count(MOST)
    first = full.locator("#messages > [data-seq]").first.get_attribute("data-seq")
    full.get_by_role("link", name="Older messages").click()
    last = full.locator("#messages > [data-seq]").last.get_attribute("data-seq")
    assert int(first or 0) - int(last or 0) == 1
