"""Time travel: every screen at any record, by stepping, playing, and times in words."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

import renkei
from browsing import Served, as_visitor
from renkei.edges.times import clock, named_time


def say(project: renkei.Project, text: str) -> None:
    payload = renkei.Freeform(intent_hint="NOTE", body=text, requires_response=False, urgency="normal")
    project.send(project.message("ann", payload, "bob", context_summary=text))


def goal(page: Page) -> Locator:
    return page.locator('[id="f/goal"]')


@pytest.fixture(scope="module")
def records(project: renkei.Project) -> int:
    """Make a past: each record sets the goal to its own number. Return the last."""
    with project.act_as("lead") as draft:
        draft.write("/blockers/B-1", {"description": "no staging server"})
    first = project.state.seq
    for number in range(first + 1, first + 21):
        with project.act_as("lead") as draft:
            draft.write("/goal", f"goal {number}")
    return project.state.seq


@pytest.fixture
def board(page: Page, team: Served, records: int) -> Page:
    page.goto(f"{team.address}/board")
    expect(goal(page)).to_contain_text(f"goal {records}")
    return page


@pytest.mark.long
def test_a_conversation_that_is_followed_says_what_the_newest_record_is(page: Page, project: renkei.Project) -> None:
    say(project, "the \u202etests <b>pass")
    seq, at = project.state.seq, project.state.at
    expect(page.locator("#time-line")).to_have_text(
        re.compile(rf"^{at[11:19]} ann → bob: the \\u202etests <b>pass$"), use_inner_text=True
    )
    expect(page.locator("#time-line time")).to_have_attribute("datetime", at)
    expect(page.locator("#time-position")).to_have_text(f"{seq} of {seq}")


def test_a_step_shows_another_record_and_its_address_can_be_sent(board: Page, records: int) -> None:
    at = records - 2
    expect(board.get_by_role("link", name="Add a blocker")).to_be_visible()
    board.get_by_role("link", name="One record back").click()
    expect(goal(board)).to_contain_text(f"goal {records - 1}")
    board.get_by_role("link", name="One record back").click()
    expect(goal(board)).to_contain_text(f"goal {at}")
    expect(goal(board)).to_contain_text("by this record")
    expect(board).to_have_url(re.compile(rf"/board\?at={at}$"))
    expect(board.locator("#time-position")).to_have_text(f"{at} of {records}")
    expect(board.locator("#time-line")).to_contain_text(f"lead changed /goal: goal {at - 1} → goal {at}")
    expect(board.locator(".notice.past")).to_contain_text(f"record {at} of {records}")
    expect(board.locator("form.act")).to_have_count(0)
    expect(board.get_by_role("link", name="Add a blocker")).to_have_count(0)
    expect(board.get_by_role("link", name="Conversation")).to_have_attribute("href", f"/?at={at}")
    expect(board.locator("#time-day")).to_have_attribute("href", f"/day?at={at}")
    board.reload()
    expect(goal(board)).to_contain_text(f"goal {at}")
    board.go_back()
    expect(goal(board)).to_contain_text(f"goal {records}")


@pytest.mark.long
def test_steps_by_mouse_and_keyboard_keep_the_focus(board: Page, records: int) -> None:
    board.get_by_role("link", name="One record back").click()
    expect(goal(board)).to_contain_text(f"goal {records - 1}")
    expect(board.locator("#time-back")).to_be_focused()
    board.keyboard.press("Enter")
    expect(goal(board)).to_contain_text(f"goal {records - 2}")
    board.get_by_role("link", name="One record forward").click()
    expect(goal(board)).to_contain_text(f"goal {records - 1}")
    board.get_by_role("button", name="Other times").click()
    board.get_by_role("link", name="Back to: blocker B-1 was noticed").click()
    expect(board.locator('[id="f/blockers/B-1"]')).to_be_visible()
    expect(board).to_have_url(re.compile(rf"at={records - 20}$"))


def test_a_person_goes_to_a_time_in_words(board: Page, project: renkei.Project, records: int) -> None:
    at = clock(project.record(records - 6).at)
    board.get_by_role("button", name="Other times").click()
    board.get_by_label("Show the project as it was at").fill(at)
    board.keyboard.press("Enter")
    seq = project.seq_at(named_time(at, project.now()))
    expect(board).to_have_url(re.compile(rf"/board\?at={seq}$"))
    assert board.goto(f"{board.url.partition('?')[0]}?when=soon").status == 400


@pytest.mark.long
def test_play_runs_to_the_end_and_now_is_live_again(board: Page, records: int, project: renkei.Project) -> None:
    board.goto(f"{board.url}?at=1")
    expect(goal(board)).to_contain_text("a goal")
    board.get_by_role("button", name="Other times").click()
    board.get_by_label("Records a second").select_option("100")
    play = board.get_by_role("button", name="Play")
    play.click()
    expect(board.get_by_role("button", name="Pause")).to_be_visible()
    expect(goal(board)).to_contain_text(f"goal {records}")
    expect(board.get_by_role("button", name="Play")).to_be_focused()
    expect(board.locator("body")).to_have_attribute("data-live", "no")
    board.keyboard.press("Escape")
    board.get_by_role("link", name="Now", exact=True).click()
    expect(board.locator("body")).to_have_attribute("data-live", "yes")
    expect(board.locator(".notice.past")).to_have_count(0)
    say(project, "the stream goes on")
    expect(board.locator("#time-position")).to_have_text(f"{records + 1} of {records + 1}")


def test_the_conversation_is_read_only_in_the_past(page: Page, team: Served, project: renkei.Project) -> None:
    say(project, "newest of all")
    last = project.state.seq
    page.goto(f"{team.address}/")
    expect(page.get_by_text("newest of all", exact=True)).to_be_visible()
    form = {one: page.locator(f"#form-post [name={one}]").input_value() for one in ("form_token", "command_id")}
    page.get_by_role("link", name="One record back").click()
    expect(page.get_by_text("newest of all", exact=True)).to_have_count(0)
    expect(page.locator("form.act")).to_have_count(0)
    past = {"back": f"/?at={last - 1}", "text": "from the past", "form": "post"}
    answer = as_visitor(page, team).post("/acts/post", {**form, **past})
    assert (answer.status, project.state.seq) == (409, last)
    assert "shows the past" in answer.text


@pytest.mark.parametrize("at", ["-1", "x", "9" * 12, "10000"])
def test_a_record_that_does_not_exist_is_refused_in_words(page: Page, team: Served, at: str) -> None:
    answer = as_visitor(page, team).get(f"/board?at={at}")
    assert answer.status == 400
    assert "Traceback" not in answer.text
