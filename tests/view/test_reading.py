"""Reading the conversation in a browser: what arrives, what is new, and the places that have an address."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

import renkei
from browsing import Served
from renkei.edges.view.session.read_marks import marks_of
from renkei.engine import commands as c
from team import handoff


def say(project: renkei.Project, text: str, sender: str = "ann", to: str = "bob", **header: str) -> str:
    payload = renkei.Freeform(intent_hint="NOTE", body=text, requires_response=to == "human", urgency="normal")
    message = project.message(sender, payload, to, **header)  # type: ignore[arg-type]
    project.send(message)
    return message.id


def wait_for_mark(page: Page, seq: int) -> None:
    """Wait until the browser remembers that everything up to a record was read."""
    for _ in range(100):
        found = [marks_of(one["value"]).get("*", 0) for one in page.context.cookies() if one["name"].endswith("-seen")]
        if found and found[0] >= seq:
            return
        page.wait_for_timeout(50)
    raise AssertionError("the mark was not set")


@pytest.fixture(scope="module", autouse=True)
def _group(project: renkei.Project) -> None:
    project.do(c.SetGroup("api", ("ann", "bob")))


@pytest.mark.long
def test_the_header_of_a_thread_follows_its_contract(page: Page, project: renkei.Project, team: Served) -> None:
    project.send(project.message("lead", handoff("build the site"), "ann", task_ref="TC-2"))
    page.goto(f"{team.address}/threads/TC-2")
    expect(page.locator("header.bar")).to_contain_text("TC-2 open")
    project.start("TC-2", actor="ann")
    expect(page.locator("header.bar")).to_contain_text("TC-2 in work")


def test_a_card_follows_its_replies(page: Page, project: renkei.Project) -> None:
    asked = project.message("lead", handoff("build the API"), "ann", task_ref="TC-1")
    project.send(asked)
    shown = page.locator(f"#m-{asked.id}")
    expect(shown.locator(".replies")).to_be_hidden()
    say(project, "I have begun", to="lead", in_reply_to=asked.id)
    shown.get_by_text("Replies (1)").click()
    expect(shown.locator(".replies")).to_contain_text("I have begun")
    page.reload()
    shown.get_by_text("Replies (1)").click()
    expect(shown.locator(".replies")).to_contain_text("I have begun")


def test_who_owes_an_answer_stands_on_the_card_until_it_is_given(page: Page, project: renkei.Project) -> None:
    name = say(project, "which port?", to="human")
    expect(page.locator(f"#m-{name} footer")).to_contain_text("Owes an answer: you")
    say(project, "8000", sender="human", to="ann", in_reply_to=name)
    expect(page.locator(f"#m-{name} footer")).not_to_contain_text("Owes an answer")


def test_other_conversations_count_what_is_new_and_a_line_shows_where_it_begins(
    page: Page, project: renkei.Project
) -> None:
    wait_for_mark(page, project.state.seq)
    page.get_by_role("navigation", name="Conversations").get_by_role("link", name="ann").click()
    expect(page.get_by_role("heading", name="You and ann")).to_be_visible()
    first = say(project, "the first new one", to="api")
    say(project, "the second new one", to="api")
    conversations = page.locator(".conversations")
    expect(conversations.locator('[data-conversation="group:api"] .new')).to_contain_text("2")
    expect(page.locator(f"#m-{first}")).to_have_count(0)
    page.goto(f"{page.url.partition('/?')[0]}/")
    expect(page.locator("#unread + article")).to_have_id(f"m-{first}")
    expect(conversations.locator('[data-conversation="group:api"] .new')).to_be_hidden()
    say(project, "read at once", to="api")
    expect(page.locator("#messages")).to_contain_text("read at once")
    expect(conversations.locator('[data-conversation="group:api"] .new')).to_be_hidden()


def test_the_mark_of_a_group_is_set_by_reading_it(page: Page, project: renkei.Project) -> None:
    wait_for_mark(page, project.state.seq)
    conversations = page.locator(".conversations")
    conversations.get_by_role("link", name="ann").click()
    first = say(project, "new in the group", to="api")
    expect(conversations.locator('[data-conversation="group:api"] .new')).to_contain_text("1")
    conversations.locator('[data-conversation="group:api"]').click()
    expect(page.locator("#unread")).to_be_visible()
    expect(page.locator("#unread + article")).to_have_id(f"m-{first}")
    expect(conversations.locator('[data-conversation="group:api"] .new')).to_be_hidden()


@pytest.mark.long
def test_who_reads_further_up_is_not_moved(page: Page, project: renkei.Project) -> None:
    names = [say(project, f"note {number}\n\n\n\nend", sender="human", to="bob") for number in range(12)]
    last = page.locator("#messages > article").last
    expect(last).to_contain_text("note 11")
    expect(last).to_be_in_viewport()
    page.locator(".log").evaluate("log => log.scrollTop = -900")
    watched = page.locator(f"#m-{names[4]}")
    before = watched.bounding_box()
    name = say(project, "below\n\n\n\nthe end")
    button = page.get_by_role("button", name="New messages below")
    expect(button).to_be_visible()
    assert watched.bounding_box() == before
    button.click()
    expect(page.locator(f"#m-{name}")).to_be_in_viewport()
    expect(button).to_be_hidden()


def test_a_permalink_shows_the_message_among_what_was_said_around_it(page: Page, project: renkei.Project) -> None:
    name = say(project, "look here")
    for number in range(8):
        say(project, f"afterwards {number}\n\n\n\nend", sender="human", to="bob")
    href = page.locator(f"#m-{name} a.moment").get_attribute("href")
    assert href == f"/messages/{name}#m-{name}"
    page.goto(page.url.rstrip("/") + f"/messages/{name}")
    expect(page.locator(f"#m-{name}")).to_have_class(re.compile(r"\bhere\b"))
    expect(page.locator(f"#m-{name}")).to_be_in_viewport()
    expect(page.locator("#messages")).to_contain_text("afterwards 7")


@pytest.mark.long
def test_the_stream_keeps_the_filters_of_the_page(page: Page, project: renkei.Project) -> None:
    page.locator(".filters > summary").click()
    page.get_by_label("Participant").select_option("bob")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page).to_have_url(re.compile("agent=bob"))
    say(project, "not for this page", sender="ann", to="lead")
    name = say(project, "for this page", sender="bob", to="lead")
    expect(page.locator(f"#m-{name}")).to_be_visible()
    expect(page.locator("#messages")).not_to_contain_text("not for this page")


def burst(project: renkei.Project, records: int) -> None:
    """Send a hundred messages in each of some records."""
    payload = renkei.KnowledgeShare(topic="t", content="c", relevance_to_recipients="r", actionable=False)
    for batch in range(records):
        sent = [project.message("human", payload, "bob", context_summary=f"burst {batch} {one}") for one in range(100)]
        project.do(*[c.Send(one) for one in sent], actor="human")


@pytest.mark.long
def test_a_burst_leaves_a_bounded_number_of_cards(page: Page, project: renkei.Project) -> None:
    burst(project, 4)
    expect(page.locator("#messages")).to_contain_text("burst 3 99")
    assert page.locator("#messages > *").count() == 100


@pytest.mark.long
def test_without_script_the_conversation_is_read_searched_and_paged(
    browser: Browser, team: Served, project: renkei.Project
) -> None:
    burst(project, 2)
    say(project, "the migration waits")
    with renkei.open(team.directory / ".renkei") as other:
        invitation = other.create_token("human")
    page, faults = signed_in_by_token(browser, team, invitation)
    expect(page.locator("#screen")).to_be_visible()  # of what waits, if other tests left something
    page.goto(f"{team.address}/")
    expect(page.locator("#messages article").last).to_contain_text("the migration waits")
    expect(page.locator("#messages article").last).to_be_in_viewport()
    page.get_by_role("searchbox").fill("migration")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("status")).to_contain_text("One message was found.")
    page.goto(f"{team.address}/")
    page.get_by_role("link", name="Older messages").click()
    expect(page.get_by_role("link", name="Newer messages")).to_be_visible()
    assert faults == []
    page.context.close()


def signed_in_by_token(browser: Browser, team: Served, token: str) -> tuple[Page, list[str]]:
    """Return a page without script, on which a person has entered a token."""
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1400, "height": 900})
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{team.address}/sign-in")
    page.locator("input[name=token]").fill(token)
    page.get_by_role("button").click()
    return page, faults
