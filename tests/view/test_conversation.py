"""The conversation: messages as they arrive, and what a person posts."""

import pytest
from playwright.sync_api import Page, Route, expect

import renkei
from browsing import Served, as_visitor
from renkei.engine import commands as c
from team import work

TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

ONE_TURN_AFTER_HTMX_IS_LOADED = """() => new Promise((done) => {
  const look = () => setTimeout(window.htmx ? done : look);
  look();
})"""


def test_what_a_person_posts_is_a_message_that_agents_read(page: Page, project: renkei.Project) -> None:
    page.get_by_role("textbox").fill("Please be careful with the migration.")
    page.locator("#form-post button").click()
    expect(page.locator("#messages .card").last).to_contain_text("Please be careful with the migration.")
    assert "Please be careful" in project.context("ann").text


def test_a_message_appears_as_it_is_sent(page: Page, project: renkei.Project) -> None:
    payload = renkei.Freeform(intent_hint="NOTE", body="hello", requires_response=False, urgency="normal")
    project.send(project.message("ann", payload, "bob", context_summary="The tests are green."))
    expect(page.locator("#messages .card").last).to_contain_text("The tests are green.")


def test_the_list_beside_an_open_conversation_follows_the_team(page: Page, project: renkei.Project) -> None:
    beside = page.get_by_role("navigation", name="Conversations")
    project.set_group("devs", ["ann", "bob"])
    project.do(work("TC-9", assignee="ann"), actor="lead")
    expect(beside.get_by_role("link", name="devs")).to_be_visible()
    expect(beside.get_by_role("link", name="TC-9")).to_contain_text("open")
    project.pause("ann", reason="its branch does not build")
    project.cancel("TC-9", actor="lead")
    expect(beside.get_by_role("link", name="ann")).to_contain_text("paused")
    expect(beside.get_by_role("link", name="TC-9")).to_have_count(0)
    project.resume("ann")


def test_a_list_that_is_the_same_is_not_sent_again(page: Page, team: Served, project: renkei.Project) -> None:
    person = as_visitor(page, team)
    listed = person.get("/conversations?of=*")
    tag = {"if_none_match": listed.headers["etag"]}
    assert "<main" not in listed.text
    assert person.get("/conversations?of=*", **tag).status == 304
    project.set_group("fresh", ["ann"])
    assert person.get("/conversations?of=*", **tag).status == 200
    with page.expect_response("**/conversations?*") as first:
        project.set_group("newer", ["ann"])
    assert first.value.status == 200
    expect(page.get_by_role("navigation", name="Conversations").get_by_role("link", name="newer")).to_be_visible()
    with page.expect_response("**/conversations?*") as second:
        project.do(c.Write("/goal", "what no list shows"))
    assert second.value.status == 304


def test_the_list_that_was_on_its_way_does_not_replace_that_of_the_past(page: Page, project: renkei.Project) -> None:
    with page.expect_request("**/conversations?*"):
        held: list[Route] = []
        page.route("**/conversations?*", lambda route: held.append(route))
        project.set_group("late", ["ann"])
    page.locator("#time-back").click()
    expect(page.get_by_role("status").filter(has_text="You can look, not act")).to_be_visible()
    with page.expect_event("requestfinished"):
        held.pop().continue_()
    page.evaluate(TWO_FRAMES)
    beside = page.get_by_role("navigation", name="Conversations")
    assert beside.get_by_role("link", name="late").count() == 0
    page.unroute("**/conversations?*")


def test_an_open_page_says_that_the_project_is_paused_until_it_goes_on(
    page: Page, team: Served, project: renkei.Project
) -> None:
    for path in ("/", "/agents"):
        page.goto(f"{team.address}{path}")
        notice = page.get_by_role("status").filter(has_text="The project is paused: lunch")
        project.pause_project(reason="lunch")
        expect(notice).to_be_visible()
        project.resume_project()
        expect(notice).to_have_count(0)


@pytest.mark.long
def test_a_page_follows_the_project_even_if_one_of_its_scripts_arrives_late(
    page: Page, project: renkei.Project
) -> None:
    held: list[Route] = []
    page.route("**/hx-sse.min.js", lambda route: held.append(route))
    with page.expect_request("**/hx-sse.min.js"):
        page.reload(wait_until="commit")
    page.evaluate(ONE_TURN_AFTER_HTMX_IS_LOADED)
    held.pop().continue_()
    page.unroute("**/hx-sse.min.js")
    payload = renkei.Freeform(intent_hint="NOTE", body="It arrived.", requires_response=False, urgency="normal")
    project.send(project.message("ann", payload, "bob"))
    expect(page.locator("#messages .card").last).to_contain_text("It arrived.")


def say(project: renkei.Project, text: str) -> None:
    note = renkei.Freeform(intent_hint="NOTE", body=text, requires_response=False, urgency="normal")
    project.send(project.message("ann", note, "bob", context_summary=text))


@pytest.mark.long
def test_what_a_person_reads_stays_on_the_page_however_much_arrives(
    page: Page, team: Served, project: renkei.Project
) -> None:
    for number in range(30):
        say(project, f"early {number}")
    page.reload()
    first = page.locator("#messages .card", has_text="early 12")
    first.scroll_into_view_if_needed()
    page.mouse.move(700, 400)
    scrolled_to = page.locator(".log").evaluate("log => log.scrollTop") - 200
    page.mouse.wheel(0, -200)
    page.wait_for_function("top => Math.abs(document.querySelector('.log').scrollTop - top) < 1", arg=scrolled_to)
    before = first.bounding_box()
    for number in range(310):
        say(project, f"late {number}")
    expect(page.locator("#messages .card").last).to_contain_text("late 309")
    assert first.bounding_box() == before
    page.locator("#arrived").click()
    expect(page.locator("#messages .card", has_text="early 12")).to_have_count(0)


@pytest.mark.long
def test_going_back_leads_to_the_message_that_was_read(page: Page, project: renkei.Project) -> None:
    for number in range(40):
        say(project, f"line {number}")
    page.reload()
    card = page.locator("#messages .card", has_text="line 11")
    card.scroll_into_view_if_needed()
    expect(page.locator("#messages .card").last).not_to_be_in_viewport()
    page.locator("#screens").get_by_role("link", name="Board").click()
    expect(page.get_by_role("heading", name="Board")).to_be_visible()
    page.go_back()
    expect(card).to_be_in_viewport()
    expect(page.locator("#messages .card").last).not_to_be_in_viewport()
