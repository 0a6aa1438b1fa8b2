"""The conversation: messages as they arrive, and what a person posts."""

from playwright.sync_api import Page, Route, expect

import renkei

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


def test_a_page_follows_the_project_even_if_one_of_its_scripts_arrives_late(
    page: Page, project: renkei.Project
) -> None:
    held: list[Route] = []
    page.route("**/hx-sse.min.js", lambda route: held.append(route))
    page.reload(wait_until="commit")
    page.evaluate(ONE_TURN_AFTER_HTMX_IS_LOADED)
    held.pop().continue_()
    payload = renkei.Freeform(intent_hint="NOTE", body="It arrived.", requires_response=False, urgency="normal")
    project.send(project.message("ann", payload, "bob"))
    expect(page.locator("#messages .card").last).to_contain_text("It arrived.")
