"""What did it see: a turn as it was given, other budgets, corrections, and the way of one message, in a browser."""

import pytest
from playwright.sync_api import Browser, Page, expect

import renkei
from browsing import Served

LONG = "The migration of the accounts is careful and slow. " * 30


def note(text: str) -> renkei.Freeform:
    return renkei.Freeform(intent_hint="NOTE", body=text, requires_response=False, urgency="normal")


@pytest.fixture(scope="module")
def turn(project: renkei.Project) -> int:
    """The record of a turn of bob, to whom ann had written; three messages, and one after it."""
    project.send(project.message("ann", note("The port is 8080."), "bob", "blocking", id="m-port"))
    project.send(project.message("ann", note(LONG), "bob", id="m-long"))
    project.send(project.message("lead", note("Lunch at noon?"), "all", id="m-lunch"))
    with project.turn("bob"):
        pass
    project.send(project.message("ann", note("<script>alert(1)</script> \u202e later"), "bob", id="m-later"))
    return project.past_turns("bob")[-1].seq


def test_a_turn_shows_its_text_and_what_became_of_each_message(page: Page, team: Served, turn: int) -> None:
    page.get_by_role("link", name="What did it see").click()
    page.get_by_role("link", name="bob", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("bob – What it would see now")
    expect(page.locator("#c-m-later pre")).to_contain_text("<script>alert(1)</script> \\u202e later")
    page.get_by_role("navigation", name="Turns").get_by_role("link", name=f"record {turn}").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"bob – Turn at record {turn}")
    expect(page.get_by_text("the tokens and every message agree with the record")).to_be_visible()
    urgent = page.locator("#c-m-port")
    expect(urgent).to_contain_text("Critical")
    expect(urgent).to_contain_text("blocking, to me")
    expect(urgent.locator("pre")).to_contain_text("The port is 8080.")
    lunch = page.locator("#c-m-lunch")
    lunch.get_by_text("Signals").click()
    expect(lunch.get_by_role("table")).to_contain_text("busy channel")
    page.get_by_role("link", name="Left out").or_(page.get_by_text("No unread message was left out")).first.wait_for()
    expect(page.get_by_role("img", name="Tokens by tier")).to_be_visible()


def test_the_slider_says_at_once_what_a_smaller_budget_drops(page: Page, team: Served, turn: int) -> None:
    page.goto(f"{team.address}/contexts/bob/{turn}")
    slider = page.get_by_role("slider", name="Budget in tokens")
    slider.focus()
    slider.press("Home")
    expect(page.locator("#seen-change")).to_contain_text("With 200 tokens instead of 4,000: ")
    expect(page.locator("#seen-change")).to_contain_text("left out")
    expect(page.locator("#c-m-long")).to_contain_text("was: in full")
    expect(page).to_have_url(f"{team.address}/contexts/bob/{turn}?budget=200")
    expect(slider).to_be_focused()
    page.reload()
    expect(page.locator("#c-m-lunch")).to_contain_text("no space in the budget")
    page.get_by_role("link", name="Back to 4,000 tokens").click()
    expect(page.locator("#seen-change")).to_have_text("")


@pytest.mark.long
def test_a_correction_is_one_record_and_stands_at_its_message(
    page: Page, project: renkei.Project, team: Served, turn: int
) -> None:
    page.goto(f"{team.address}/contexts/bob/{turn}")
    page.locator("#c-m-long").get_by_role("button", name="It should not have seen this").dblclick()
    expect(page.locator("#c-m-long .corrected")).to_have_text("✎ human: should be Background")
    page.locator("#c-m-lunch").get_by_role("link", name="Correct with a note").click()
    page.get_by_label("Tier that it should have had").select_option("critical")
    page.get_by_label("Note").fill("bob is hungry")
    page.get_by_role("button", name="Keep the correction").click()
    expect(page.locator(".corrected")).to_have_text("✎ human: should be Critical – bob is hungry")
    first, second = project.context_feedback("bob")
    assert (first.seq, first.message_id, first.wanted) == (turn, "m-long", "background")
    assert (second.seq, second.wanted, second.note, second.by) == (turn, "critical", "bob is hungry", "human")


def test_why_an_agent_did_not_see_a_message_is_answered(page: Page, team: Served, turn: int) -> None:
    page.goto(f"{team.address}/contexts/ann")
    page.get_by_label("Why did it not see").fill("m-port")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("status").filter(has_text="ann sent it itself")).to_be_visible()
    for agent, asked, said in (
        ("lead", "m-port", "It was not sent to lead. It went to: bob."),
        ("bob", "m-port", "bob read it: the turn ended at record"),
        ("bob", "m-later", "bob has not read it yet. Now it is Relevant: to me."),
        ("bob", "careful", "Messages with these words"),
        ("bob", "nothing like this", "No message has this id or these words."),
    ):
        page.goto(f"{team.address}/contexts/{agent}/why?message={asked}")
        expect(page.locator("main")).to_contain_text(said)


def test_what_turns_cost_is_compared(page: Page, team: Served, turn: int) -> None:
    page.goto(f"{team.address}/contexts/bob/costs")
    expect(page.get_by_role("row", name="1 turn in all")).to_be_visible()
    expect(page.get_by_role("link", name=f"record {turn}")).to_be_visible()


def test_the_past_is_shown_without_a_form_and_everything_in_japanese(page: Page, team: Served, turn: int) -> None:
    page.goto(f"{team.address}/contexts/bob/{turn}?at={turn}&lang=ja")
    expect(page.get_by_role("heading", level=1)).to_have_text(f"bob – 記録 {turn} のターン")
    expect(page.locator("#c-m-port")).to_contain_text("全文")
    expect(page.get_by_text("進行中")).to_be_visible()
    expect(page.locator("main button:not(form[method=get] button)")).to_have_count(0)
    page.goto(f"{team.address}/?lang=en")


@pytest.mark.long
def test_it_works_on_a_phone_and_without_javascript(browser: Browser, page: Page, team: Served, turn: int) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 800}, java_script_enabled=False)
    context.add_cookies(page.context.cookies())  # type: ignore[arg-type]
    small = context.new_page()
    small.goto(f"{team.address}/contexts/bob/{turn}?budget=300")
    expect(small.locator("#seen-change")).to_contain_text("With 300 tokens instead of 4,000")
    slider = small.locator("#budget")
    slider.press("End")
    small.get_by_role("button", name="Try").click()
    expect(small.locator("#seen-change")).to_contain_text("With 8,000 tokens instead of 4,000")
    small.locator("#c-m-port").get_by_role("button").click()
    expect(small.locator("#c-m-port .corrected")).to_be_visible()
    context.close()
