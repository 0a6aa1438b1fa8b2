"""A server as people run it pushes to a browser, and the commands show, change and remove the browser."""

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from chatting import until
from process import renkei, running
from push_service import PushedBrowser, PushService, pushing
from visitor import Visitor, enter, hidden

__all__ = ["pushing"]


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    place = tmp_path / "shop"
    place.mkdir()
    assert renkei("init", "--name", "shop", "--goal", "sell", "--agent", "bob", cwd=place).returncode == 0
    return place


@pytest.fixture
def person(shop: Path, pushing: PushService) -> Iterator[Visitor]:
    """The person's browser at a server that may push to this machine."""
    with running("serve", "--port", "0", "--push-service", "localhost", cwd=shop) as process:
        assert process.stdout is not None
        at = urlsplit(process.stdout.readline().strip())
        token = renkei("token", "create", "--for", "human", cwd=shop).stdout.strip()
        yield enter(Visitor(at.port or 0, host=at.netloc), token)
        process.terminate()
        process.communicate(timeout=30)


def add(visitor: Visitor, browser: PushedBrowser) -> None:
    token = hidden(visitor.get("/waiting").text, "form_token")
    told = {"form_token": token, "act": "add", "endpoint": browser.endpoint, "name": "Firefox, Linux"}
    assert visitor.post("/device", {**told, "p256dh": browser.key, "auth": browser.auth}).status == 200


def listed(shop: Path) -> list[dict]:  # type: ignore[type-arg]
    return list(json.loads(renkei("notify", "list", "--format", "json", cwd=shop).stdout))


def ask(shop: Path, name: str) -> None:
    fields = (f"decision_id={name}", f"question=which {name}?")
    options = ('options=[{"label": "80", "analysis": "a"}, {"label": "81", "analysis": "b"}]',)
    asked = renkei("send", "DECISION_REQUEST", "--as", "bob", "--to", "human", *fields, *options, cwd=shop)
    assert asked.returncode == 0, asked.stderr


def test_a_server_pushes_a_question_and_a_press_on_its_answer_decides(
    shop: Path, person: Visitor, pushing: PushService
) -> None:
    browser = pushing.browser()
    add(person, browser)
    (row,) = listed(shop)
    assert (row["person"], row["service"], row["kind"]) == ("human", "Firefox, Linux", "device")
    assert renkei("notify", "change", row["id"], "--answers", "--when", "decisions", cwd=shop).returncode == 0
    ask(shop, "D-1")
    until(lambda: pushing.received)
    said = browser.read(pushing.received[0])
    assert (said["title"], [one["title"] for one in said["answers"]]) == ("Decision: which D-1?", ["80", "81"])
    token = said["answers"][1]["link"].partition("link=")[2]
    page = person.get(f"/answer?link={token}")
    assert "Decide: 81" in page.text
    done = person.post("/answer", {"link": hidden(page.text, "link")}, Origin=f"http://{person.host}")
    assert (done.status, "Decision D-1 is recorded: 81" in done.text) == (200, True)


@pytest.mark.long
def test_a_browser_that_has_ended_is_named_and_its_row_can_be_removed(
    shop: Path, person: Visitor, pushing: PushService
) -> None:
    add(person, pushing.browser())
    pushing.status = 410
    ask(shop, "D-1")
    until(lambda: listed(shop)[0]["problem"])
    (row,) = listed(shop)
    assert row["problem"].startswith("ended ")
    add(person, pushing.browser())
    assert listed(shop)[0]["problem"] == ""
    assert renkei("notify", "remove", row["id"], cwd=shop).returncode == 0
    assert listed(shop) == []


@pytest.mark.long
def test_a_test_goes_to_a_browser_and_says_when_it_has_ended(shop: Path, person: Visitor, pushing: PushService) -> None:
    browser = pushing.browser()
    add(person, browser)
    (row,) = listed(shop)
    closed = renkei("notify", "test", row["id"], cwd=shop)
    assert (closed.returncode, "localhost has no public address" in closed.stderr) == (1, True)
    tried = renkei("notify", "test", row["id"], "--push-service", "localhost", cwd=shop)
    assert (tried.returncode, browser.read(pushing.received[0])["title"]) == (0, "renkei")
    pushing.status = 404
    ended = renkei("notify", "test", row["id"], "--push-service", "localhost", cwd=shop)
    assert (ended.returncode, "DESTINATION_ENDED" in ended.stderr) == (1, True)


def test_what_is_left_out_of_a_change_stays(shop: Path) -> None:
    added = renkei("notify", "add", "human", "ntfy://t", "--quiet-hours", "22-7", "--format", "json", cwd=shop)
    name = json.loads(added.stdout)["id"]
    changed = renkei("notify", "change", name, "--no-content", "--digest", "1h", cwd=shop)
    assert changed.returncode == 0, changed.stderr
    (row,) = listed(shop)
    assert (row["quiet_hours"], row["content"], row["digest"], row["when"]) == ("22-7", False, 3600, ["all"])
    for options, says in (
        (("--answers",), "answer links show the options"),
        (("--quiet-hours", "22"), "two different times of the day"),
        (("--when", "x"), "one or more of"),
    ):
        rejected = renkei("notify", "change", name, *options, cwd=shop)
        assert (rejected.returncode, says in rejected.stderr) == (1, True), rejected.stderr
    assert listed(shop) == [row]
    both = renkei("notify", "add", "human", "ntfy://u", "--answers", "--no-content", cwd=shop)
    assert (both.returncode, "answer links show the options" in both.stderr) == (1, True)
    unknown = renkei("notify", "change", "nosuch", "--no-content", cwd=shop)
    assert (unknown.returncode, "UNKNOWN_DESTINATION" in unknown.stderr) == (1, True)


@pytest.mark.long
def test_revoking_a_session_ends_its_browser(shop: Path, person: Visitor, pushing: PushService) -> None:
    add(person, pushing.browser())
    tokens = json.loads(renkei("token", "list", "--format", "json", cwd=shop).stdout)
    (session,) = [one["id"] for one in tokens if one["use"] == "view"]
    assert renkei("token", "revoke", session, cwd=shop).returncode == 0
    assert listed(shop) == []
