"""Two people in two browsers and two agents work on one project, whose server is killed in the middle of a decision."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Request, expect

import renkei
from browsing import Served, as_visitor, signed_in, watched
from process import renkei as command
from process import running
from renkei.board.events import FieldWritten
from team import handoff

EXPECTED = (
    "ERR_CONNECTION_REFUSED",
    "ERR_CONNECTION_RESET",
    "ERR_EMPTY_RESPONSE",
    "ERR_INCOMPLETE_CHUNKED",
    "status of 403",
    "htmx:",
)
"""What a browser reports while no server runs, and of whoever is not signed in yet."""


@contextmanager
def serving(place: Path, port: int = 0) -> Iterator[tuple[Served, int]]:
    """Serve a project until the server is killed; yield the process id as well."""
    with running("serve", "--port", str(port), cwd=place) as process:
        assert process.stdout is not None
        link = process.stdout.readline().strip()
        assert "/sign-in?code=" in link, process.stderr and process.stderr.read()
        yield Served(place, link), process.pid


@pytest.fixture
def place(tmp_path: Path) -> Path:
    members = ("--lead", "lead:planning", "--agent", "ann:backend", "--agent", "bob:frontend")
    assert command("init", "--goal", "Users can pay", *members, cwd=tmp_path).returncode == 0
    with renkei.open(tmp_path / ".renkei") as project:
        project.join("mia", human=True)
    return tmp_path


@pytest.fixture
def project(place: Path) -> Iterator[renkei.Project]:
    """What the agents use."""
    with renkei.open(place / ".renkei") as project:
        yield project


def note(text: str) -> renkei.Freeform:
    return renkei.Freeform(intent_hint="NOTE", body=text, requires_response=False, urgency="normal")


def ask(project: renkei.Project, name: str) -> None:
    options = ({"label": "EUR", "analysis": "most customers"}, {"label": "USD", "analysis": "one more"})
    asked = {"decision_id": name, "question": "Which currency first?", "options": options}
    project.send(project.message("ann", renkei.DecisionRequest.model_validate(asked), "human"))


def sign_in_by_token(browser: Browser, served: Served, token: str) -> tuple[Page, list[str]]:
    page, faults = watched(browser.new_context(viewport={"width": 390, "height": 800}))
    page.goto(f"{served.address}/")
    page.get_by_label("Token").fill(token)
    page.get_by_role("button", name="Sign in").click()
    return page, faults


def is_sent(request: Request) -> bool:
    """Return whether a request is the decision itself, and not its rehearsal."""
    return request.url.endswith("/acts/decide") and "rehearsal" not in (request.post_data or "")


def last_card(page: Page) -> Locator:
    return page.locator("#messages .card").last


def entry(page: Page, what: str) -> Locator:
    return page.locator("[data-entry]", has_text=what)


def decisions(project: renkei.Project) -> list[Any]:
    """Return everything that was ever written as the resolution of the decision."""
    events = [one for record in project.records() for one in record.events if isinstance(one, FieldWritten)]
    return [one.value for one in events if one.path == "/pending_decisions/D-1/resolution" and one.value]


@pytest.mark.long
def test_two_people_and_two_agents_work_on_while_the_server_is_killed(
    browser: Browser, place: Path, project: renkei.Project
) -> None:
    with serving(place) as (served, pid):
        me, my_faults = signed_in(browser, served, viewport={"width": 1400, "height": 900})
        mia, her_faults = sign_in_by_token(browser, served, project.create_token("mia"))

        project.send(project.message("ann", note("the schema is ready"), "bob"))
        for page in (me, mia):
            expect(last_card(page)).to_contain_text("the schema is ready")
        mia.locator("#post-text").fill("I take the invoices.")
        mia.locator("#form-post").get_by_role("button", name="Send").click()
        expect(last_card(me)).to_contain_text("I take the invoices.")
        expect(last_card(me)).to_contain_text("mia")
        assert "I take the invoices." in project.context("bob").text

        for page in (me, mia):
            page.goto(f"{served.address}/waiting")
        ask(project, "D-1")
        project.send(project.message("mia", handoff("draw the invoice"), "bob", task_ref="TC-1"))
        project.submit("TC-1", "drawn", actor="bob")
        expect(entry(me, "D-1")).to_be_visible()
        expect(me.locator("[data-row]")).to_have_count(1)
        mia.get_by_role("link", name="draw the invoice").click()
        entry(mia, "TC-1").get_by_role("button", name="Accept", exact=True).click()
        expect(mia.get_by_role("status").filter(has_text="Accepted")).to_be_visible()
        expect(mia.locator("#waiting-count")).to_be_hidden()
        assert project.find_contract("TC-1").status == "completed"

        entry(me, "D-1").get_by_label("EUR").check()
        os.kill(pid, signal.SIGKILL)
    expect(me.locator("#offline")).to_be_visible()
    project.send(project.message("ann", note("we work on"), "bob"))  # agents need no server
    with serving(place, served.port) as (_, pid):
        expect(me.locator("#offline")).to_be_hidden()
        with me.expect_request(is_sent) as sent:
            entry(me, "D-1").get_by_role("button", name="Decide").click()
            expect(me.get_by_role("status").filter(has_text="Decided: EUR")).to_be_visible()
        expect(me.locator("#waiting-count")).to_be_hidden()
        form, headers = sent.value.post_data_buffer, sent.value.all_headers()
        os.kill(pid, signal.SIGKILL)  # as if it had died before the browser had the answer
    with serving(place, served.port):
        kept = {name: headers[name] for name in ("origin", "sec-fetch-site") if name in headers}
        person = as_visitor(me, served)
        answer = person.send("POST", "/acts/decide", form, **kept)
        assert answer.status == 303
        assert "Decided: D-1" in person.get(answer.headers["location"]).text
        assert decisions(project) == ["EUR"]
        me.goto(f"{served.address}/")
        expect(me.locator("#messages")).to_contain_text("we work on")
        expect(mia.locator("#offline")).to_be_hidden()
    for faults in (my_faults, her_faults):
        assert [one for one in faults if not any(known in one for known in EXPECTED)] == []
    me.context.close()
    mia.context.close()
