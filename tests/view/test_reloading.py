"""A screen that cannot be loaded again stays as it is and says so; one that is loaded keeps what was typed."""

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

import renkei
from browsing import Served, watched
from renkei.board.decide import Write
from triaging import ask, end_all


def entered(browser: Browser, team: Served, project: renkei.Project) -> Page:
    """Return a page of the person's, on which a failed request is no fault."""
    page, _ = watched(browser.new_context())
    page.goto(f"{team.address}/sign-in")
    page.get_by_label("Token").fill(project.create_token("human"))
    page.get_by_role("button", name="Sign in").click()
    return page


@pytest.mark.short("refused")
@pytest.mark.parametrize("how", ["refused", "cut"])
def test_a_reload_that_fails_keeps_the_page_and_says_so(
    browser: Browser, team: Served, project: renkei.Project, how: str
) -> None:
    def fail(route: Route) -> None:
        if how == "cut":
            route.abort()
        else:
            route.fulfill(status=503, content_type="text/html", body="<main id='screen'>Out of order</main>")

    page = entered(browser, team, project)
    project.do(Write("/goal", f"before {how}"))
    page.goto(f"{team.address}/board")
    page.route("**/board", fail)
    project.do(Write("/goal", f"after {how}"))
    expect(page.locator("#unloaded")).to_contain_text("could not be loaded")
    expect(page.locator("#screen")).to_contain_text(f"before {how}")
    page.unroute("**/board")
    expect(page.locator("#screen")).to_contain_text(f"after {how}")  # it tries again
    expect(page.locator("#unloaded")).to_be_hidden()
    page.context.close()


@pytest.mark.long
def test_what_is_typed_and_chosen_in_a_form_is_kept_when_another_entry_was_open(
    browser: Browser, team: Served, project: renkei.Project
) -> None:
    options = (renkei.DecisionOption(label="yes", analysis=""), renkei.DecisionOption(label="no", analysis=""))
    first, second = (renkei.DecisionRequest(decision_id=f"D-{one}", question="?", options=options) for one in "12")
    project.send(project.message("ann", first, "human"))
    page = entered(browser, team, project)
    page.goto(f"{team.address}/waiting")
    form = page.locator("#w-decision-D-1")
    form.get_by_label("Another answer").first.check()
    form.locator("[name=other]").fill("perhaps")
    form.get_by_label("Why").fill("my reasons")
    project.send(project.message("ann", second, "human"))
    expect(page.locator("[data-row]")).to_have_count(2)
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    expect(page.locator("#w-decision-D-2")).to_be_visible()
    page.keyboard.press("k")
    expect(form.locator("[name=other]")).to_have_value("perhaps")
    expect(form.get_by_label("Why")).to_have_value("my reasons")
    expect(form.get_by_label("Another answer").first).to_be_checked()
    page.context.close()


@pytest.mark.long
def test_records_that_leave_the_entries_as_they_are_rarely_load_triage_again(
    browser: Browser, team: Served, project: renkei.Project
) -> None:
    ask(project, "D-here")
    page = entered(browser, team, project)
    page.goto(f"{team.address}/waiting")
    start = datetime(2030, 1, 1)
    page.clock.install(time=start)
    page.clock.pause_at(start + timedelta(hours=1))
    project.do(Write("/goal", "the first"))
    expect(page.locator("body")).to_have_attribute("data-last", str(project.state.seq))
    with page.expect_request_finished(is_screen):
        page.clock.run_for(10_000)
    loads: list[str] = []
    page.on("request", lambda one: loads.append(one.url) if is_screen(one) else None)
    for number in range(5):
        project.do(Write("/goal", f"goal {number}"))
        expect(page.locator("body")).to_have_attribute("data-last", str(project.state.seq))
        page.clock.run_for(500)
    assert loads == []
    with page.expect_request(is_screen):
        page.clock.run_for(3000)
    with page.expect_request(is_screen):  # a new entry does not wait so long
        ask(project, "D-new")
        expect(page.locator("body")).to_have_attribute("data-last", str(project.state.seq))
        page.clock.run_for(500)
    page.context.close()
    end_all(project)


def is_screen(request: Request) -> bool:
    return "/waiting?" in request.url
