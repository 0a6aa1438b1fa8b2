"""Answers whose page was left: a rejected one appears on the next pages of its person, and nowhere else."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, expect

import renkei
from browsing import Served, served
from renkei.edges.view.triage.presence import KEPT, LONGEST_KEY, MOST_CHANGES, Presence
from renkei.edges.view.triage.unrecorded import MOST, SHOWN, Unrecorded
from renkei.protocol.primitives import LONGEST_ID
from triaging import ask, entered, expect_open, resolution
from visitor import Visitor, enter, hidden

pytestmark = pytest.mark.long

SAID = "Your answer to D-1 was not recorded: "


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[renkei.Project]:
    place: Path = tmp_path_factory.mktemp("left")
    with renkei.create(place / ".renkei", "shop", "Users can pay") as found:
        found.join("ann", "backend")
        found.join("ben", "human", human=True)
        for name in ("D-1", "D-2"):
            ask(found, name, "human")
        yield found


@pytest.fixture(scope="module")
def people(project: renkei.Project) -> Iterator[dict[str, Visitor]]:
    assert project.directory is not None
    with served(project.directory.parent) as team:
        yield {name: enter(team.visitor, project.create_token(name)) for name in ("human", "ben")}


def test_a_browser_shows_it_on_the_page_to_which_the_person_went(browser: Browser, tmp_path: Path) -> None:
    with renkei.create(tmp_path / ".renkei", "shop", "Users can pay") as project:
        project.join("ann", "backend")
        project.join("ben", "human", human=True)
        for name in ("D-1", "D-2"):
            ask(project, name, "human")
        with served(tmp_path) as team:
            page = entered(browser, team, project)
            expect_open(page, "D-1")
            page.keyboard.press("1")
            page.locator("#opened input:checked").press("Control+Enter")
            expect_open(page, "D-2")
            project.decide("D-1", "no", actor="ben")
            page.get_by_role("link", name="Work", exact=True).click()
            expect(page.locator("#unrecorded")).to_contain_text(SAID)
            page.goto(f"{team.address}/waiting?entry=decision:D-2")
            page.locator("#opened").get_by_text("yes", exact=True).click()
            page.get_by_label("Why").fill("あ" * 10_000)
            page.get_by_role("button", name="Decide").click()
            expect(page.locator(".nothing")).to_be_visible()
            expect(page.locator(".toast")).to_have_count(0, timeout=5000)  # a long answer is not held
            assert str(resolution(project, "D-2")).startswith("yes (ああ")
            page.context.close()


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[renkei.Project]:
    with renkei.create(tmp_path / ".renkei", "shop", "Users can pay") as project:
        project.join("ann", "backend")
        project.join("ben", "human", human=True)
        ask(project, "D-1", "human")
        yield project


def answered(browser: Browser, team: Served, project: renkei.Project) -> Page:
    """Return a page on which an answer to D-1 is held."""
    page = entered(browser, team, project)
    page.get_by_label("Why").fill("the tests are green")
    page.locator("#opened").get_by_text("yes", exact=True).click()
    page.get_by_role("button", name="Decide").click()
    expect(page.locator(".toast")).to_contain_text("Decided: yes")
    return page


def expect_recorded(project: renkei.Project) -> None:
    seen = 0
    while resolution(project, "D-1") is None:
        assert project.wait(seen, 30)
        seen = project.state.seq
    assert resolution(project, "D-1") == "yes (the tests are green)"


def end_sessions(project: renkei.Project) -> None:
    for one in project.tokens():
        project.revoke_token(one.id)


def sign_in(page: Page, token: str) -> None:
    page.get_by_label("Token").fill(token)
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("#who")).to_be_visible()


def test_an_answer_whose_session_ended_is_told_to_its_person_alone_and_becomes_a_draft(
    browser: Browser, shop: renkei.Project, tmp_path: Path
) -> None:
    with served(tmp_path) as team:
        page = answered(browser, team, shop)
        end_sessions(shop)
        page.goto(f"{team.address}/work")
        sign_in(page, shop.create_token("ben"))
        expect(page.locator("#stream")).to_be_attached()
        page.goto(f"{team.address}/work")
        expect(page.locator("#unrecorded")).to_be_hidden()
        page.get_by_role("button", name="Sign out").click()
        sign_in(page, shop.create_token("human"))
        expect(page.locator("#unrecorded")).to_contain_text(SAID)
        page.goto(f"{team.address}/waiting?entry=decision:D-1")
        expect(page.get_by_label("Why")).to_have_value("the tests are green")
        expect(page.locator("#opened").get_by_label("yes")).to_be_checked()
        assert resolution(shop, "D-1") is None
        page.get_by_role("button", name="Decide").click()
        expect(page.locator(".toast")).to_contain_text("Decided: yes")
        page.get_by_role("link", name="Work", exact=True).click()
        expect(page.locator("#screen.work")).to_be_visible()
        expect_recorded(shop)
        page.context.close()


def test_an_answer_whose_server_was_down_is_recorded_by_the_next_page(
    browser: Browser, shop: renkei.Project, tmp_path: Path
) -> None:
    with served(tmp_path) as team:
        page, port = answered(browser, team, shop), team.port
    with suppress(Error):
        page.goto(f"{team.address}/work")
    assert resolution(shop, "D-1") is None
    with served(tmp_path, port=port):
        page.goto(f"{team.address}/work")
        expect_recorded(shop)
        page.context.close()


def test_an_answer_that_no_server_takes_holds_up_no_other(
    browser: Browser, shop: renkei.Project, tmp_path: Path
) -> None:
    with served(tmp_path) as team:
        page, port = answered(browser, team, shop), team.port
    with suppress(Error):
        page.goto(f"{team.address}/work")
    with served(tmp_path, port=port):
        page.add_init_script("""{
            const first = {action: "/p/gone/acts/decide", body: "ref=D-0", form: "gone", at: Date.now()};
            const kept = JSON.parse(localStorage.getItem("renkei-left:human") || "[]");
            if (kept.length) localStorage.setItem("renkei-left:human", JSON.stringify([first, ...kept]));
        }""")
        page.goto(f"{team.address}/work")
        expect_recorded(shop)
        page.context.close()


def test_an_old_answer_is_not_given_late_but_told(browser: Browser, shop: renkei.Project, tmp_path: Path) -> None:
    with served(tmp_path) as team:
        page, port = answered(browser, team, shop), team.port
    with suppress(Error):
        page.goto(f"{team.address}/work")
    with served(tmp_path, port=port):
        page.add_init_script("const now = Date.now; Date.now = () => now() + 120000;")
        page.goto(f"{team.address}/work")
        expect(page.locator("#unrecorded")).to_contain_text(SAID)
        assert resolution(shop, "D-1") is None
        page.context.close()


def answer(person: Visitor, decision: str, **more: str) -> dict[str, str]:
    page = person.get(f"/waiting?entry=decision:{decision}").text
    form = {name: hidden(page, name) for name in ("form_token", "command_id")}
    return form | {"ref": decision, "decision_id": decision, "chosen_option": "no", "back": "/waiting"} | more


def test_a_rejected_answer_of_a_left_page_is_on_the_next_one(
    people: dict[str, Visitor], project: renkei.Project
) -> None:
    sent = answer(people["human"], "D-1", left="yes")
    shown = answer(people["human"], "D-1")
    project.decide("D-1", "yes", actor="ben")
    assert people["human"].post("/acts/decide", sent).status >= 400
    for path in ("/waiting", "/work"):
        assert SAID in people["human"].get(path).text
        assert "ben" in people["human"].get(path).text.partition(SAID)[2].partition("</p>")[0]
        assert SAID not in people["ben"].get(path).text
    with people["human"].raw("GET /stream?after=1", "Connection: close") as stream:
        found = b""
        while b"event: unrecorded" not in found:
            found += stream.recv(65536)
    assert people["human"].post("/acts/decide", shown).status >= 400  # a page that was not left says it itself
    assert people["human"].get("/work").text.count(SAID) == 1


def test_an_accepted_answer_of_a_left_page_says_nothing(people: dict[str, Visitor]) -> None:
    assert people["human"].post("/acts/decide", answer(people["human"], "D-2", left="yes")).status == 303
    assert "answer to D-2" not in people["human"].get("/work").text


def test_what_a_page_shows_itself_is_not_repeated_and_is_forgotten_in_time() -> None:
    now = [0.0]
    unrecorded = Unrecorded(lambda: now[0])
    unrecorded.add("ann", "c-1", "one")
    unrecorded.add("ann", "c-2", "")
    unrecorded.add("ann", "c-2", "two")
    unrecorded.add("ben", "c-3", "three")
    assert (unrecorded.of("ann"), unrecorded.of("ben")) == (["one"], ["three"])
    unrecorded.add("ann", "c-1", "")
    assert unrecorded.of("ann") == []
    now[0] = SHOWN
    assert unrecorded.of("ben") == []
    for number in range(MOST + 5):
        unrecorded.add("ann", f"n-{number}", "text")
    assert len(unrecorded.of("ann")) == MOST


def test_presence_says_whether_others_know_and_limits_changes() -> None:
    now = [0.0]
    presence = Presence(lambda: now[0])
    assert presence.note("ann", "") is True
    assert presence.note("ann", "decision:D-1") is False
    assert presence.note("ann", "decision:D-1") is True
    now[0] = KEPT
    assert presence.note("ann", "decision:D-1") is False
    for number in range(MOST_CHANGES - 1):
        assert presence.note("ann", f"decision:D-{number + 2}") is False
    assert presence.note("ann", "decision:X") is None
    assert presence.others("ben") == {f"decision:D-{MOST_CHANGES}": ["ann"]}
    assert presence.note("ben", "decision:X") is False
    now[0] += KEPT + 1
    assert presence.note("ann", "decision:X") is False


def test_a_person_who_floods_presence_is_answered_429(people: dict[str, Visitor]) -> None:
    page = people["ben"].get("/").text
    token = hidden(page, "form_token")
    found = [
        people["ben"].post("/presence", {"form_token": token, "entry": f"decision:{number}"}).status
        for number in range(MOST_CHANGES + 1)
    ]
    assert found == [204] * MOST_CHANGES + [429]


def test_two_entries_with_long_ids_are_two(people: dict[str, Visitor], project: renkei.Project) -> None:
    first, second = (f"decision:{'x' * 119}{end}" for end in "ab")
    token = hidden(people["human"].get("/").text, "form_token")
    assert people["human"].post("/presence", {"form_token": token, "entry": second}).status == 204
    with people["ben"].raw("GET /stream?after=1", "Connection: close") as stream:
        found = b""
        while b"event: presence" not in found:
            found += stream.recv(65536)
    said = found.partition(b"event: presence")[2]
    assert [second.encode() in said, first.encode() in said] == [True, False]
    presence = Presence(lambda: 0.0)
    presence.note("ann", "x" * (LONGEST_KEY + 1))
    assert presence.others("ben") == {}


def test_what_is_said_of_an_answer_is_short(people: dict[str, Visitor]) -> None:
    form = {"form_token": "none", "command_id": "c", "ref": "x" * 100_000, "left": "yes"}
    assert people["ben"].post("/acts/decide", form).status == 403
    page = people["ben"].get("/work").text
    assert f"Your answer to {'x' * LONGEST_ID} was not recorded" in page
