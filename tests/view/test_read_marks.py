"""Two browsers of a person agree on what was read; another person in the same browser starts afresh."""

import json
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

import renkei
from browsing import Served
from renkei.edges.view.session.read_marks import LONGEST_COOKIE, MOST_MARKS, agree_on_marks, cookie_of, marks_of
from renkei.errors import LogNotWritableError
from team import small_team
from visitor import Visitor, enter


def note(project: renkei.Project, text: str) -> None:
    payload = renkei.Freeform(intent_hint="NOTE", body=text, requires_response=False, urgency="normal")
    project.send(project.message("ann", payload, "bob"))


def test_the_furthest_mark_of_all_browsers_is_kept() -> None:
    project = small_team(":memory:")
    for _ in range(5):
        note(project, "hello")
    assert agree_on_marks(project, "human", {}) == {}
    assert agree_on_marks(project, "human", {"*": 2, "with:ann": 3}) == {"*": 2, "with:ann": 3}
    assert agree_on_marks(project, "human", {"*": 1, "group:all": 4}) == {"*": 2, "with:ann": 3, "group:all": 4}
    assert agree_on_marks(project, "human", {"*": 3}) == {"*": 3, "group:all": 4}
    assert agree_on_marks(project, "ann", {}) == {}


def test_a_mark_beyond_the_log_hides_no_later_message() -> None:
    project = small_team(":memory:")
    assert agree_on_marks(project, "human", {"*": 10_000}) == {"*": project.log.last()}


def test_of_too_many_marks_the_server_keeps_the_furthest() -> None:
    project = small_team(":memory:")
    for _ in range(5):
        note(project, "hello")
    agree_on_marks(project, "human", {"*": 1, **{f"thread:a{number}": 2 for number in range(MOST_MARKS)}})
    agreed = agree_on_marks(project, "human", {f"thread:b{number}": 3 for number in range(10)})
    assert len(agreed) == MOST_MARKS
    assert [agreed.get(name) for name in ("*", "thread:b0", "thread:b9")] == [1, 3, 3]


def test_marks_that_cannot_be_kept_hold_for_the_request(monkeypatch: pytest.MonkeyPatch) -> None:
    project = small_team(":memory:")

    def fails(*_: object) -> None:
        raise LogNotWritableError(path="people.json", reason="the disk is full")

    monkeypatch.setattr(project, "change_settings", fails)
    assert agree_on_marks(project, "human", {"*": 2}) == {"*": 2}


def test_a_cookie_that_would_be_too_long_loses_the_oldest_marks() -> None:
    marks = {"*": 1} | {f"thread:実装-{seq}": seq for seq in range(2, 300)}
    cookie = cookie_of(marks)
    assert len(cookie) <= LONGEST_COOKIE
    assert set(marks_of(cookie)) == {
        "*",
        *(f"thread:実装-{seq}" for seq in range(300 - len(marks_of(cookie)) + 1, 300)),
    }


def seen_cookie(cookies: str) -> str:
    return next(one for one in cookies.split(", ") if "-seen=" in one.partition(";")[0]).partition(";")[0]


def test_a_browser_without_marks_gets_those_of_the_other(
    team: Served, project: renkei.Project, person: Visitor
) -> None:
    project.change_settings("human", lambda now: {**now, "read": {"*": 1}})
    note(project, "one more")
    name = seen_cookie(person.get("/").headers["set-cookie"]).partition("=")[0]
    other = enter(team.visitor, project.create_token("human"))
    other.cookie += f"; {name}={quote(json.dumps({'*': 2}))}"
    assert other.post("/seen", {}).status == 204
    assert project.settings("human")["read"] == {"*": 2}
    answered = person.get("/").headers["set-cookie"]
    assert marks_of(seen_cookie(answered).partition("=")[2]) == {"*": 2}


def test_nobody_and_no_other_site_moves_a_mark(nobody: Visitor, person: Visitor, project: renkei.Project) -> None:
    before = project.settings("human")
    assert nobody.post("/seen", {}).status == 403
    assert person.post("/seen", {}, Sec_Fetch_Site="cross-site").status == 403
    assert project.settings("human") == before


@pytest.mark.long
def test_what_is_read_on_one_machine_is_read_on_the_other(
    browser: Browser, team: Served, page: Page, project: renkei.Project
) -> None:
    note(project, "read me once")
    expect(page.get_by_text("read me once", exact=True)).to_be_visible()
    seq = project.log.last()
    with page.expect_response(lambda one: one.url.endswith("/seen")):
        page.reload()  # at the end of the conversation, and visible: it is read
    assert dict(project.settings("human")["read"])["*"] == seq  # type: ignore[call-overload]
    second = browser.new_context().new_page()
    try:
        second.goto(f"{team.address}/sign-in")
        second.get_by_label("Token").fill(project.create_token("human"))
        second.get_by_role("button", name="Sign in").click()
        expect(second.get_by_text("read me once", exact=True)).to_be_visible()
        expect(second.locator("#unread")).to_have_count(0)
        for one in (page, second):  # neither reads
            one.goto(f"{team.address}/waiting")
        note(project, "and me")
        second.goto(f"{team.address}/")
        expect(second.locator("#unread")).to_have_count(1)
    finally:
        second.context.close()
