"""The person's triage in a browser: what waits, the entry that is open, and pages on which answers are held."""

import re

from playwright.sync_api import Browser, Locator, Page, expect

import renkei
from browsing import Served, watched
from renkei.engine import commands as c

OPTIONS = (renkei.DecisionOption(label="yes", analysis="a"), renkei.DecisionOption(label="no", analysis="b"))


def ask(project: renkei.Project, decision: str, *to: str) -> None:
    payload = renkei.DecisionRequest(decision_id=decision, question=f"Is {decision} right?", options=OPTIONS)
    project.do(c.Send(project.message("ann", payload, list(to or ("human",)), "high", decision)), actor="ann")


def resolution(project: renkei.Project, decision: str) -> object:
    return project.state.board.get(f"/pending_decisions/{decision}/resolution")


def opened(page: Page) -> Locator:
    return page.locator("#opened [data-entry]")


def expect_open(page: Page, name: str) -> None:
    expect(opened(page)).to_have_attribute("data-entry", f"decision:{name}")


def entered(browser: Browser, team: Served, project: renkei.Project) -> Page:
    """Return a page with the entries of the person, on which answers wait some seconds."""
    page, _ = watched(browser.new_context(viewport={"width": 1400, "height": 900}))
    page.goto(f"{team.address}/sign-in")
    page.get_by_label("Token").fill(project.create_token("human"))
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("#screen")).to_have_attribute("data-here", re.compile("entry="))  # by a script that has run
    return page


def permissions(project: renkei.Project, names: list[str]) -> None:
    """Ask for permissions, which one key decides."""
    options = tuple(renkei.DecisionOption(label=one, analysis="a") for one in ("once", "always", "no"))
    for name in names:
        payload = renkei.DecisionRequest(decision_id=name, question=f"May {name} run?", options=options)
        project.do(c.Send(project.message("ann", payload, ["human"], "high", name)), actor="ann")


def end_all(project: renkei.Project) -> None:
    """Answer all that waits for the person, and take out others."""
    for one in project.waiting_for("human"):
        if one.kind == "decision":
            project.decide(one.ref, "yes", rationale="the test is over")
        elif one.kind == "result":
            project.accept(one.ref)
    for name in ("ben",):
        if name in project.state.actors:
            project.leave(name)
